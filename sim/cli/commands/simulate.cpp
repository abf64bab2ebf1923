// SPDX-License-Identifier: Apache-2.0
// jacquard simulate: traffic through circuit and packet fabrics, cycle by cycle.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/replay_options.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/sweep.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/experiment/rows.hpp"
#include "sim/experiment/run_experiment.hpp"
#include "sim/experiment/system_links.hpp"
#include "sim/experiment/write_report.hpp"
#include "sim/genstack/replay_rows.hpp"
#include "sim/platform/family.hpp"
#include "sim/tool/file_lock.hpp"
#include "sim/tool/progress.hpp"
#include "sim/tool/swept.hpp"

namespace jacquard::cli {
namespace {

using experiment::ExperimentAnswer;
using experiment::ExperimentConfig;

constexpr const char* kFolder = "experiments";
constexpr const char* kJournal = "/journal";
constexpr int kMostSeeds = 100'000;

struct Options {
  std::string experiment;
  std::string engine = "cycle";
  std::string system;
  std::string flows;
  std::string requests;
  std::string fabrics;
  int seeds = 1;
  ReplayOptions replay;
  std::vector<Option> of_experiments;
  std::vector<Option> of_fabrics;  // of experiments that send traffic through fabrics
  Option requests_given;
  bool list = false;
};

struct Listed {
  std::string name;
  std::string title;
};

const report::MetricTable<Listed>& list_metrics() {
  using M = report::Metric<Listed>;
  using report::Unit;
  static const report::MetricTable<Listed> table(
      "", "An experiment that is shipped (--list).",
      {
          M("experiment", Unit::text, &Listed::name, "Its name."),
          M("title", Unit::text, &Listed::title, "What it compares."),
      },
      report::Columns::all);
  return table;
}

int list_experiments(const Common& common) {
  report::Result result("simulate", common.seed, {{"list", true}});
  for (const std::string& name : shipped_configs(kFolder)) {
    const std::string path = find_config(kFolder, name, "EXPERIMENT");
    result.add(list_metrics()({name, config::read_json(path).value("title", "")}));
  }
  print(result, common);
  return 0;
}

void require_cycle(const std::string& engine) {
  if (engine == "cycle") return;
  throw base::ConfigError({"--engine", "",
                           "cycle, which is what simulates a fabric; analytic and event engines "
                           "are for collectives",
                           "'" + engine + "'", ""});
}

// Keeps those of the experiment's fabrics that are named, in the order of their names.
void choose_fabrics(const std::string& names, ExperimentConfig& config) {
  std::vector<std::string> known;
  for (const auto& fabric : config.fabrics) known.push_back(fabric.name);
  std::vector<experiment::FabricChoice> chosen;
  for (const std::string& name : base::comma_list(names)) {
    const auto it = std::find(known.begin(), known.end(), name);
    if (it == known.end()) base::throw_unknown_name("--fabrics", "a fabric", name, known);
    chosen.push_back(base::at(config.fabrics, it - known.begin()));
  }
  config.fabrics = std::move(chosen);
}

ExperimentConfig resolve_experiment(const Options& o, const Common& common) {
  if (o.experiment.empty()) {
    throw base::ConfigError(
        {"EXPERIMENT", "", "a file, or the name of a shipped experiment (see --list)", "", ""});
  }
  auto config = config::read_config(experiment::experiment_fields(),
                                    find_config(kFolder, o.experiment, "EXPERIMENT"));
  if (!o.system.empty()) {
    const topology::System system = read_system(o.system);
    require_identity(system);
    experiment::set_links(system, "--system " + o.system, config.fabric);
  }
  for (const std::string& assignment : common.set) {
    experiment::experiment_fields().set(config, assignment);
  }
  if (!o.flows.empty()) {
    config.traffic.kind = experiment::TrafficKind::flows;
    config.traffic.file = o.flows;
  }
  if (!o.fabrics.empty()) choose_fabrics(o.fabrics, config);
  for (const tool::Swept& swept : tool::read_sweeps(common.sweep, kMostPoints)) {
    config.sweep = {swept.key, swept.values};
  }
  return config;
}

// Whether the experiment itself knows the swept key: then a fabric that the key does not concern is
// simulated once. Experiments on memories, NPUs and the like are run for each value.
bool sweeps_fabrics(const Common& common) {
  const std::vector<std::string>& words = common.words;
  if (words.size() < 2 || words[1].rfind('-', 0) == 0 || common.sweep.size() != 1) return false;
  if (platform::family_of(find_config(kFolder, words[1], "EXPERIMENT")) != nullptr) return false;
  const std::string key = common.sweep[0].substr(0, common.sweep[0].find_first_of(".="));
  if (key == "fabrics") return false;  // the option's, as names of them
  const auto& fields = experiment::experiment_fields().infos();
  return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return f.key == key; });
}

// What does not go together is noticed after the keys of a fabric were read: names where such a key
// stands, as errors of reading it do.
void or_name_origin(const Options& o, const Common& common, const std::function<void()>& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (!fault.source.empty() || fault.where.rfind("/fabric", 0) != 0) throw;
    std::string key = fault.where.substr(1);
    std::replace(key.begin(), key.end(), '/', '.');
    const auto sets_it = [&key](const std::string& a) { return a.rfind(key + "=", 0) == 0; };
    if (std::any_of(common.set.begin(), common.set.end(), sets_it)) {
      fault.source = "--set " + key;
      fault.where.clear();
    } else {
      fault.source = find_config(kFolder, o.experiment, "EXPERIMENT");
    }
    throw base::ConfigError(std::move(fault));
  }
}

// "moe_alltoall" of "configs/experiments/moe_alltoall.json".
std::string name_of(const std::string& experiment) {
  return std::filesystem::path(experiment).stem().string();
}

// The folders on the way to `folder`, itself first, that are still to be made.
std::vector<std::filesystem::path> missing_folders(std::filesystem::path folder) {
  std::vector<std::filesystem::path> missing;
  std::error_code none;
  for (; !folder.empty() && !std::filesystem::exists(folder, none); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  return missing;
}

// What a run that failed has made itself goes again if nothing was finished. A journal that was
// there before is somebody's work, and so is one with results: a killed worker or a full disk are
// no reason to lose them.
int or_leave_nothing(const std::string& journal_path,
                     const std::function<int(bool& finished_any)>& act) {
  const std::filesystem::path journal = journal_path;
  std::error_code none;
  const bool made_here = !journal.empty() && !std::filesystem::exists(journal, none);
  const auto made_folders = missing_folders(journal.parent_path());
  bool finished_any = false;
  try {
    return act(finished_any);
  } catch (const base::ConfigError&) {
    if (made_here && !finished_any) {
      std::filesystem::remove(journal, none);
      for (const auto& folder : made_folders) std::filesystem::remove(folder, none);
    }
    throw;
  }
}

int run_and_tell(const Options& o, const Common& common, const ExperimentConfig& config,
                 const std::string& folder, bool& finished_any) {
  const bool writes = !folder.empty();
  experiment::ExperimentOptions options;
  options.seed = common.seed;
  options.seeds = o.seeds;
  options.threads = common.threads;
  options.details = writes;
  options.wall_clock = !common.no_timing;
  if (writes) {
    options.journal = folder + kJournal;
    options.waveform = folder + "/scheduler.fst";
  }
  tool::Progress progress("simulate", "runs");
  base::Seconds simulated{0};
  double megaevents = 0, wall_s = 0;
  options.progress = [&](std::int64_t done, std::int64_t of, const experiment::RunFigures& last) {
    finished_any = true;
    simulated += base::to_seconds(last.completion);
    megaevents += static_cast<double>(last.events) * 1e-6;
    wall_s += last.wall_s;
    progress.at(static_cast<double>(done), static_cast<double>(of),
                fmt::format("{:.3g} ms simulated, {:.2f} M events/s", simulated.count() * 1e3,
                            wall_s > 0 ? megaevents / wall_s : 0));
  };
  ExperimentAnswer answer;
  or_name_origin(o, common, [&] { answer = run_experiment(config, options); });
  for (const std::string& fabric : answer.left_out) {
    spdlog::warn(
        "'{}' is left out: its decisions are measured on this machine, which --no-timing "
        "excludes",
        fabric);
  }

  nlohmann::json identity;
  identity["experiment"] = experiment::experiment_fields().show(answer.effective);
  identity["seeds"] = o.seeds;
  report::Result result("simulate", common.seed, identity);
  for (const experiment::CaseRuns& runs : answer.runs) {
    result.add(experiment::case_metrics()(runs));
  }
  if (writes) {
    if (common.no_timing) result.drop_timing();
    write_report(answer, result, result.cells(), command_line(common.words, {"--out"}), folder,
                 options.waveform);
    std::filesystem::remove(options.journal);
    spdlog::info("report: {}/report.html", folder);
  }
  print(result, common);
  return 0;
}

int run_platform(const platform::Family& family, const std::string& path, const Options& o,
                 const Common& common) {
  const std::string kind = family.kind;
  for (const Option& option : o.of_fabrics) {
    option.only_if(false, "experiments of kind " + kind + " have no fabrics");
  }
  o.requests_given.only_if(family.reads_requests,
                           "experiments of kind " + kind + " read no trace of requests");
  platform::Question question;
  question.path = path;
  question.set = common.set;
  question.requests = o.requests;
  question.out = common.out;
  question.seed = common.seed;
  question.threads = common.threads;
  const platform::Answer answer = family.run(question);
  report::Result result("simulate", common.seed, answer.effective);
  for (const report::Printed& row : answer.rows) result.add(row);
  write_result(result, common, "simulate");
  print(result, common);
  return 0;
}

int run_simulate(const Options& o, const Common& common) {
  if (o.list) return list_experiments(common);
  require_cycle(o.engine);
  if (!o.replay.stack.empty()) {
    for (const Option& option : o.of_experiments) option.only_if(false, "--stack is replayed");
    return run_replay(o.replay, common);
  }
  o.replay.late_given.only_if(false, "only --stack has slots that wait");
  o.replay.policy_given.only_if(false, "only --stack has slots that wait");
  if (!o.experiment.empty()) {
    const std::string path = find_config(kFolder, o.experiment, "EXPERIMENT");
    if (const platform::Family* family = platform::family_of(path)) {
      return run_platform(*family, path, o, common);
    }
  }
  o.requests_given.only_if(false, "only experiments on a memory read a trace of requests");
  require_range("--seeds", o.seeds, 1, kMostSeeds);
  const ExperimentConfig config = resolve_experiment(o, common);
  if (common.no_report) {
    bool ignored = false;
    return run_and_tell(o, common, config, "", ignored);
  }
  const std::string folder =
      common.out.empty() ? "out/simulate/" + name_of(o.experiment) : common.out;
  return or_leave_nothing(folder + kJournal, [&](bool& finished_any) {
    // Until the report is written: who waits for it begins anew, with a journal of its own.
    const tool::FileLock one_at_a_time(folder + kJournal + ".lock");
    return run_and_tell(o, common, config, folder, finished_any);
  });
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  const auto of_experiments = [o](const Option& option) { o->of_experiments.push_back(option); };
  const auto of_fabrics = [&, o](const Option& option) {
    of_experiments(option);
    o->of_fabrics.push_back(option);
  };
  of_experiments(app.add_option("EXPERIMENT", o->experiment,
                                "A file, or the name of a shipped experiment (--list)"));
  app.add_option("--engine", o->engine, "Fidelity: cycle");
  of_fabrics(add_system_option(app, o->system, "Ports, rate and delay"));
  of_fabrics(add_file_option(app, "--flows", o->flows,
                             "Traffic from a file: a line \"src dst bytes start_ps\" each"));
  o->requests_given =
      add_file_option(app, "--requests", o->requests,
                      "Accesses to a memory from a file: a line \"hex_address bytes R|W ps\" each");
  of_experiments(o->requests_given);
  of_fabrics(app.add_option("--fabrics", o->fabrics,
                            "Only these of its fabrics, names separated by commas")
                 .check([](const std::string& names) {
                   return names.empty() ? std::string("expected names of fabrics, found ''")
                                        : std::string();
                 }));
  of_fabrics(app.add_option(
      "--seeds", o->seeds, "Run each matrix with so many seeds; rows have median and 5-95 % band"));
  add_replay_options(app, o->replay);
  app.alone(app.add_flag("--list", o->list, "List the shipped experiments"));
  return [o, &common] { return run_simulate(*o, common); };
}

}  // namespace

Command simulate_command() {
  return {
      "simulate",
      "Simulate fabrics, memories, NPUs and photonic modules, cycle by cycle",
      "  jacquard simulate moe_alltoall\n"
      "  jacquard simulate moe_alltoall --set scheduler.kind=rtl --json\n"
      "  jacquard simulate flows --flows my_flows.txt --set fabric.preset=pfc-only --seeds 100\n"
      "  jacquard simulate moe_alltoall --set circuit.charge_acks=false --set "
      "fabric.device=spectrum4\n"
      "  jacquard simulate guard_sweep --set traffic.count=5 --out /tmp/sweep\n"
      "  jacquard simulate my_experiment.json --sweep circuit.guard=\"10 ns,1 us,100 us\"\n"
      "  jacquard simulate --stack STACK --engine cycle --json\n"
      "  jacquard simulate --stack STACK --late npu:3:2ms --policy skip --out replay\n",
      setup,
      true,
      true,
      [] {
        std::vector kinds{experiment::case_metrics().kind(), list_metrics().kind(),
                          genstack::replay_metrics().kind(), genstack::late_metrics().kind()};
        for (const platform::Family& family : platform::families()) {
          for (report::RowKind& kind : family.rows()) kinds.push_back(std::move(kind));
        }
        return kinds;
      },
      {{"", "completion_mean_ps", "mean completion time", {"fabric", "traffic", "point"}},
       {"stack", "completion_ps", "completion time of the stack"},
       {"memory", "achieved_bytes_per_s", "achieved bandwidth", {"variant", "point"}},
       {"photonic", "achieved_bytes_per_s", "achieved bandwidth", {"variant", "point"}},
       {"npu", "time_ps", "time of the product", {"variant", "point"}},
       {"npu_collective", "time_ps", "time of the collective", {"variant", "point"}},
       {"photonic_collective", "time_ps", "time of the collective", {"variant", "point"}},
       {"npu_step", "time_ps", "step time", {"variant", "point"}},
       {"npu_mesh", "time_ps", "time of the product", {"variant", "point"}},
       {"job_faults", "time_ps", "step time", {"variant", "point"}}},
      sweeps_fabrics};
}

}  // namespace jacquard::cli
