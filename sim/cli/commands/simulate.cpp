// SPDX-License-Identifier: Apache-2.0
// jacquard simulate: traffic through circuit and packet fabrics, cycle by cycle.
#include <algorithm>
#include <memory>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/simulate/run_fabrics.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/cli/traced.hpp"
#include "sim/experiment/rows.hpp"
#include "sim/genstack/replay_rows.hpp"
#include "sim/platform/family.hpp"
#include "sim/train/traced_rows.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::cli {
namespace {

constexpr int kMostSeeds = 100'000;

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
  for (const std::string& name : shipped_configs(kExperiments)) {
    const std::string path = find_config(kExperiments, name, "EXPERIMENT");
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

// Whether the experiment itself knows the swept key: then a fabric that the key does not concern is
// simulated once. Experiments on memories, NPUs and the like are run for each value.
bool sweeps_fabrics(const Common& common) {
  const std::vector<std::string>& words = common.words;
  if (words.size() < 2 || words[1].rfind('-', 0) == 0 || common.sweep.size() != 1) return false;
  if (train::find_traces(words[1])) return false;
  if (platform::family_of(find_config(kExperiments, words[1], "EXPERIMENT")) != nullptr)
    return false;
  const std::string key = common.sweep[0].substr(0, common.sweep[0].find_first_of(".="));
  if (key == "fabrics") return false;  // the option's, as names of them
  const auto& fields = experiment::experiment_fields().infos();
  return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return f.key == key; });
}

int run_platform(const platform::Family& family, const std::string& path, const SimulateOptions& o,
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

int run_job(const train::Traces& traces, const SimulateOptions& o, const Common& common) {
  for (const Option& option : o.of_traffic) option.only_if(false, "traces say what is sent");
  for (const Option& option : {o.replay.late_given, o.replay.policy_given}) {
    option.only_if(false, "only --stack has slots that wait");
  }
  TrainOptions train;
  train.system = o.system;
  return run_traces(traces, train, o.fabrics, common);
}

int run_simulate(const SimulateOptions& o, const Common& common) {
  if (o.list) return list_experiments(common);
  if (const auto traces = train::find_traces(o.experiment)) return run_job(*traces, o, common);
  require_cycle(o.engine);
  if (!o.replay.stack.empty()) {
    for (const Option& option : o.of_experiments) option.only_if(false, "--stack is replayed");
    return run_replay(o.replay, common);
  }
  o.replay.late_given.only_if(false, "only --stack has slots that wait");
  o.replay.policy_given.only_if(false, "only --stack has slots that wait");
  if (!o.experiment.empty()) {
    const std::string path = find_config(kExperiments, o.experiment, "EXPERIMENT");
    if (const platform::Family* family = platform::family_of(path)) {
      return run_platform(*family, path, o, common);
    }
  }
  o.requests_given.only_if(false, "only experiments on a memory read a trace of requests");
  require_range("--seeds", o.seeds, 1, kMostSeeds);
  return run_fabrics(o, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<SimulateOptions>();
  const auto of_experiments = [o](const Option& option) { o->of_experiments.push_back(option); };
  const auto of_fabrics = [&, o](const Option& option) {
    of_experiments(option);
    o->of_fabrics.push_back(option);
  };
  const auto of_traffic = [&, o](const Option& option) {
    of_fabrics(option);
    o->of_traffic.push_back(option);
  };
  of_experiments(app.add_option("EXPERIMENT", o->experiment,
                                "A file, or the name of a shipped experiment (--list); or traces, "
                                "as jacquard train takes them"));
  o->of_traffic.push_back(app.add_option("--engine", o->engine, "Fidelity: cycle"));
  of_fabrics(add_system_option(app, o->system, "Ports, rate and delay"));
  of_traffic(add_file_option(app, "--flows", o->flows,
                             "Traffic from a file: a line \"src dst bytes start_ps\" each"));
  o->requests_given =
      add_file_option(app, "--requests", o->requests,
                      "Accesses to a memory from a file: a line \"hex_address bytes R|W ps\" each");
  of_experiments(o->requests_given);
  o->of_traffic.push_back(o->requests_given);
  of_fabrics(app.add_option("--fabrics", o->fabrics,
                            "Only these of its fabrics, names separated by commas; of traces "
                            "ideal, links, packet, circuit")
                 .check([](const std::string& names) {
                   return names.empty() ? std::string("expected names of fabrics, found ''")
                                        : std::string();
                 }));
  of_traffic(app.add_option(
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
      "  jacquard simulate imported/job.json --system 2xh100  # of jacquard trace import\n"
      "  jacquard simulate --stack STACK --engine cycle --json\n"
      "  jacquard simulate --stack STACK --late npu:3:2ms --policy skip --out replay\n",
      setup,
      true,
      true,
      [] {
        std::vector kinds{experiment::case_metrics().kind(), list_metrics().kind(),
                          genstack::replay_metrics().kind(), genstack::late_metrics().kind(),
                          train::traced_metrics().kind()};
        for (const platform::Family& family : platform::families()) {
          for (report::RowKind& kind : family.rows()) kinds.push_back(std::move(kind));
        }
        return kinds;
      },
      {{"", "completion_mean_ps", "mean completion time", {"fabric", "traffic", "point"}},
       {"traced", "time_ps", "time of the job", {"fabric"}},
       {"stack", "completion_ps", "completion time of the stack"},
       {"memory", "achieved_bytes_per_s", "achieved bandwidth", {"variant", "point"}},
       {"photonic", "achieved_bytes_per_s", "achieved bandwidth", {"variant", "point"}},
       {"npu", "time_ps", "time of the product", {"variant", "point"}},
       {"npu_collective", "time_ps", "time of the collective", {"variant", "point"}},
       {"photonic_collective", "time_ps", "time of the collective", {"variant", "point"}},
       {"npu_step", "time_ps", "step time", {"variant", "point"}},
       {"npu_mesh", "time_ps", "time of the product", {"variant", "point"}},
       {"job_faults", "time_ps", "step time", {"variant", "point"}},
       {"in_network", "bus_bandwidth_bytes_per_s", "bus bandwidth", {"variant", "point"}},
       {"jobs", "slowdown", "slowdown", {"variant", "job", "point"}}},
      sweeps_fabrics};
}

}  // namespace jacquard::cli
