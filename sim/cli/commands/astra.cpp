// SPDX-License-Identifier: Apache-2.0
// jacquard astra: ASTRA-sim's input files, its options and its output lines.
#include <fmt/format.h>

#include <cstdio>
#include <tuple>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/astra_report.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/engines/engines.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string workload;
  std::string system;
  std::string network;
  std::string cluster;  // a system of ours, instead of the network's file
  std::string groups = "empty";
  std::string memory;
  std::string logging;
  std::string logging_folder;
  std::string mode = "astra-unaware";
  int queues = 1;
  double compute_scale = 1;
  double comm_scale = 1;
  double injection_scale = 1;
  bool rendezvous = false;
  bool lenient = false;
  std::string npu_memory;
};

struct ModeName {
  const char* name;
  engine::Mode mode;
  bool since_november_2025;
};
constexpr ModeName kModes[] = {{"astra-unaware", engine::Mode::astra_unaware, false},
                               {"astra-aware", engine::Mode::astra_aware, false},
                               {"astra-unaware-2025-11", engine::Mode::astra_unaware, true},
                               {"astra-aware-2025-11", engine::Mode::astra_aware, true},
                               {"faithful", engine::Mode::faithful, false}};

const ModeName& mode_named(const std::string& name) {
  std::vector<std::string> names;
  for (const ModeName& mode : kModes) {
    if (name == mode.name) return mode;
    names.emplace_back(mode.name);
  }
  base::throw_unknown_name("--mode", "mode", name, names);
}

struct Keys {
  bool symmetry = true;
  engine::Limits limits = engine::kLimitsOfJobs;
};

double limit_of(const std::string& key, const std::string& value) {
  const double limit = base::parse_number<double>(value).value_or(0);
  if (!(limit > 0)) {
    throw base::ConfigError({"--set", key, "a number above 0", "'" + value + "'", ""});
  }
  return limit;
}

Keys keys_of(const std::vector<std::string>& assignments) {
  Keys keys;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    const std::string key = assignment.substr(0, equals);
    const std::string value = assignment.substr(std::min(equals + 1, assignment.size()));
    if (key == "engine.most_messages") {
      keys.limits.messages = limit_of(key, value);
    } else if (key == "engine.most_memory") {
      keys.limits.memory = limit_of(key, value);
    } else if (key == "engine.symmetry" && (value == "auto" || value == "off")) {
      keys.symmetry = value == "auto";
    } else {
      throw base::ConfigError({"--set", "",
                               "engine.symmetry=auto or engine.symmetry=off, "
                               "engine.most_messages=N, engine.most_memory=BYTES",
                               "'" + assignment + "'", ""});
    }
  }
  return keys;
}

// ASTRA-sim takes any name with "empty" in it as no file.
bool is_empty(const std::string& path) {
  return path.empty() || path.find("empty") != std::string::npos;
}

// The network and the algorithms of a cluster of configs/systems.
void take_cluster(const std::string& cluster, astra::AstraFiles& files) {
  const topology::System system = read_system(cluster);
  require_identity(system);
  files.network = astra::network_of(topology::build_fabric(system.network));
  std::vector<astra::Implementation> algorithms;
  for (const std::string& name : system.algorithm) {
    const collective::Algorithm algorithm = collective::algorithm_named(name, "--system");
    algorithms.push_back({algorithm.method, algorithm.window == 0 ? -1 : algorithm.window, false});
  }
  if (!algorithms.empty()) files.system.system.implementations.fill(algorithms);
}

astra::AstraFiles read_files(const Options& o, bool quiet) {
  astra::AstraFiles files;
  astra::UnknownKeys unknown;
  astra::UnknownKeys* const passed_over = o.lenient ? &unknown : nullptr;
  files.system = astra::read_astra_system(o.system, passed_over);
  if (o.cluster.empty()) {
    files.network = astra::read_astra_network(o.network, passed_over);
  } else {
    take_cluster(o.cluster, files);
  }
  if (!is_empty(o.groups)) {
    files.groups = astra::read_comm_groups(o.groups, npus(files.network));
  }
  if (!o.memory.empty()) files.memory = astra::read_remote_memory(o.memory, passed_over);
  for (const std::string& key : unknown) {
    if (!quiet) complain("jacquard: " + key + ": nobody knows this key, it is passed over");
  }
  files.custom = astra::read_custom_collectives(files.system, npus(files.network));
  files.traces = interop::read_rank_traces(o.workload, npus(files.network));
  for (const std::string& note : files.traces.notes) {
    if (!quiet) complain("jacquard: " + note);
  }
  return files;
}

nlohmann::json identity_of(const Options& o, const astra::AstraFiles& files, bool symmetry) {
  nlohmann::json identity = {{"mode", o.mode},
                             {"compute_scale", o.compute_scale},
                             {"comm_scale", o.comm_scale},
                             {"npu_memory", o.npu_memory},
                             {"num_queues_per_dim", o.queues},
                             {"injection_scale", o.injection_scale},
                             {"rendezvous_protocol", o.rendezvous},
                             {"symmetry", symmetry}};
  const auto add = [&identity](const std::string& key, const std::string& path) {
    if (!is_empty(path)) identity[key] = base::fnv1a_hex(base::read_file(path));
  };
  add("system", o.system);
  add("network", o.network);
  if (!o.cluster.empty()) {
    identity["cluster"] = topology::system_fields().show(read_system(o.cluster));
  }
  add("groups", o.groups);
  add("memory", o.memory);
  identity["traces"] = files.traces.digest;
  for (const interop::RankTraces& custom : files.custom) {
    if (custom.ranks() > 0) identity["custom"].push_back(custom.digest);
  }
  return identity;
}

// A run that cannot end is told by the rank and node that are alone, where that is the cause.
AstraFigures run(const astra::Input& input, const astra::AstraFiles& files) {
  try {
    return figures_of(astra::run(input));
  } catch (const astra::Deadlock&) {
    interop::check_ranks(files.traces, files.groups);
    throw;
  }
}

AstraFigures run_faithful(const astra::Input& input, const astra::AstraFiles& files,
                          const Options& o, const std::string& folder) {
  std::optional<base::Bytes> npu_memory;
  if (!o.npu_memory.empty()) {
    npu_memory = config::parse_quantity<base::Bytes>(o.npu_memory, {"--npu-memory", ""});
  }
  const astra::Faithful faithful =
      astra::faithful(input, {o.compute_scale, o.comm_scale}, npu_memory);
  engine::Scenario scenario = faithful.scenario();
  tool::Progress progress("astra", "events");
  scenario.progress = [&progress](std::int64_t events) {
    progress.at(static_cast<double>(events), 0,
                fmt::format("{:.1f} million events", static_cast<double>(events) * 1e-6));
  };
  const engine::Result answer = run::run_on("event", scenario);
  AstraFigures figures = figures_of(answer);
  if (!folder.empty()) {
    base::write_file(folder + "/timeline.json",
                     report::trace_events(astra_timeline(files.traces, *answer.job, figures.npus)));
  }
  return figures;
}

// Here rather than by the parser, which would say this of any other mistake too.
void require_given(const Options& o) {
  for (const auto& [name, value, what] :
       {std::tuple{"--workload-configuration", o.workload,
                   "PREFIX of the traces PREFIX.<rank>.et, or one file for all"},
        std::tuple{"--system-configuration", o.system, "system.json"},
        std::tuple{"--network-configuration", o.network + o.cluster, "network.yml"}}) {
    if (value.empty()) throw base::ConfigError({name, "", what, "nothing", ""});
  }
  if (o.cluster.empty()) return;
  if (!o.network.empty()) {
    throw base::ConfigError(
        {"--system", "", "no --network-configuration: the cluster has a network", o.network, ""});
  }
  if (mode_named(o.mode).mode != engine::Mode::faithful) {
    throw base::ConfigError({"--system", "", "--mode faithful", "--mode " + o.mode, ""});
  }
}

int run_astra(const Options& o, const Common& common) {
  require_given(o);
  const ModeName& named = mode_named(o.mode);
  const engine::Mode mode = named.mode;
  const bool faithful = mode == engine::Mode::faithful;
  const Keys keys = keys_of(common.set);
  if (!(o.injection_scale >= 0 && o.injection_scale <= 1e6)) {
    throw base::ConfigError({"--injection-scale", "", "a number of 0 to 10^6",
                             fmt::format("{}", o.injection_scale), ""});
  }
  if (!faithful && !o.npu_memory.empty()) {
    throw base::ConfigError({"--npu-memory", "", "--mode faithful",
                             "--mode " + o.mode + ", which enforces no memory capacity", ""});
  }
  if (!faithful && !common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "--mode faithful, whose timeline goes there", "--mode " + o.mode, ""});
  }
  const astra::AstraFiles files = read_files(o, common.quiet);
  astra::Input input = astra::engine_input(files, named.since_november_2025);
  input.names = {o.workload, o.system, o.cluster.empty() ? o.network : "--system " + o.cluster};
  input.mode = mode == engine::Mode::astra_aware ? astra::Mode::aware : astra::Mode::unaware;
  input.queues_per_dimension = o.queues;
  input.injection_scale = o.injection_scale;
  input.rendezvous = o.rendezvous;
  input.symmetry = keys.symmetry;
  input.limits = keys.limits;
  input.measure_links = !common.for_people();
  tool::Progress progress("astra", "messages");
  input.progress = [&progress](std::int64_t done, double expected) {
    progress.at(static_cast<double>(done), expected);
  };
  for (const auto& [name, scale] : {std::pair<const char*, double>{"compute", o.compute_scale},
                                    std::pair<const char*, double>{"comm", o.comm_scale}}) {
    if (scale == 1 || common.quiet || faithful) continue;
    complain(
        fmt::format("jacquard: --{}-scale changes nothing, as in ASTRA-sim; it does with "
                    "--mode faithful",
                    name));
  }
  const AstraFigures figures =
      faithful ? run_faithful(input, files, o, common.out) : run(input, files);
  if (common.for_people()) {
    for (const std::string& line : astra_lines(figures.npus)) fmt::print("{}\n", line);
    return 0;
  }
  report::Result result("astra", common.seed, identity_of(o, files, keys.symmetry));
  for (report::Printed& row : astra_rows(input, figures)) result.add(std::move(row));
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--workload-configuration", o->workload,
                 "PREFIX of the traces PREFIX.<rank>.et, or one file for all");
  app.add_option("--system-configuration", o->system, "system.json");
  app.add_option("--network-configuration", o->network, "network.yml");
  add_system_option(app, o->cluster, "Faithful mode: network and algorithms");
  app.add_option("--comm-group-configuration", o->groups, "Communicator groups, or empty");
  app.add_option("--remote-memory-configuration", o->memory, "Remote memory");
  app.add_option("--logging-configuration", o->logging, "Accepted, not looked at");
  app.add_option("--logging-folder", o->logging_folder, "Accepted, not looked at");
  app.add_option("--num-queues-per-dim", o->queues, "Queues of a dimension").within(1, 1024);
  app.add_option("--compute-scale", o->compute_scale,
                 "Factor of computations in faithful mode; without effect in ASTRA-sim's");
  app.add_option("--comm-scale", o->comm_scale,
                 "Factor of bytes communicated in faithful mode; without effect in ASTRA-sim's");
  app.add_option("--injection-scale", o->injection_scale, "Factor of the endpoint delay")
      .within(0.0, 1e6);
  app.add_flag("--rendezvous-protocol", o->rendezvous, "Receivers grant each message first");
  app.add_option("--npu-memory", o->npu_memory,
                 "Faithful mode: refuse a job whose tensors take more, as \"80 GiB\"");
  app.add_flag("--lenient", o->lenient,
               "Pass over keys of the configurations that nobody knows, as ASTRA-sim does");
  app.add_option("--mode", o->mode,
                 "astra-unaware, astra-aware (with -2025-11: as ASTRA-sim from then on), faithful");
  return [o, &common] { return run_astra(*o, common); };
}

}  // namespace

Command astra_command() {
  return {"astra",
          "Run ASTRA-sim's inputs: the same nanoseconds, without its hangs",
          "  jacquard astra --workload-configuration=et/job --system-configuration=system.json \\\n"
          "    --network-configuration=network.yml --remote-memory-configuration=memory.json\n"
          "  jacquard astra ... --mode astra-aware --json\n"
          "  jacquard astra ... --mode faithful --comm-scale 2 --out run  # run/timeline.json\n"
          "  jacquard astra --workload-configuration=et/job --system-configuration=system.json \\\n"
          "    --system cosmic_system2 --mode faithful\n",
          setup,
          true,
          true,
          astra_row_kinds,
          {{"npu_class", "time_ps", "time of the job", {"first_npu"}}}};
}

}  // namespace jacquard::cli
