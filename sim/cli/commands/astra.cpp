// SPDX-License-Identifier: Apache-2.0
// jacquard astra: ASTRA-sim's input files, its options and its output lines.
#include <fmt/format.h>

#include <cstdio>
#include <tuple>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/astra/files.hpp"
#include "sim/cli/astra/keys.hpp"
#include "sim/cli/astra_report.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::cli {
namespace {

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
                          const AstraOptions& o, const std::string& folder) {
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
void require_given(const AstraOptions& o) {
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

int run_astra(const AstraOptions& o, const Common& common) {
  require_given(o);
  const ModeName& named = mode_named(o.mode);
  const engine::Mode mode = named.mode;
  const bool faithful = mode == engine::Mode::faithful;
  const AstraKeys keys = astra_keys_of(common.set);
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
  const astra::AstraFiles files = read_astra_files(o, common.quiet);
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
  report::Result result("astra", common.seed, astra_identity(o, files, keys.symmetry));
  for (report::Printed& row : astra_rows(input, figures)) result.add(std::move(row));
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<AstraOptions>();
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
