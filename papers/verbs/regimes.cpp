// SPDX-License-Identifier: Apache-2.0
// jacquard study regimes: the best circuits at each guard time.
#include "papers/circuits/regimes.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/verbs/all.hpp"
#include "papers/verbs/times_option.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

constexpr const char* kNone = "none";

struct Options {
  std::string demand = "moe:64";
  std::string job = "mixtral_64";
  std::string serving = "deepseek-v3";
  std::string system = "circuit_64";
  std::string guards = "10 ns,100 ns,1 us,10 us,100 us,1 ms,10 ms";
  std::string schedulers = "ladder,holds-first,shifts,auto";
  int bits = 8;
  int requests = 512;
  int input = 32;
  int output = 20;
  int layers = 2;
};

studies::RegimeOptions checked(const Options& o, const Common& common) {
  studies::RegimeOptions options;
  if (o.demand != kNone) {
    options.demand = load_demands(o.demand, 0, {}, common.seed).front().matrix;
  }
  if (o.job != kNone) {
    TrainOptions train;
    train.input = o.job;
    const TrainJob job = resolve_train(train, common);
    if (!job.config.model.has_experts()) {
      throw base::ConfigError({"--job", "", "a job whose experts exchange tokens", o.job, ""});
    }
    options.job = job.config;
    options.places = job.places;
  }
  options.guards = times_of(o.guards, "--guards");
  options.schedulers = base::comma_list(o.schedulers);
  for (const std::string& name : options.schedulers) {
    schedule::find_scheduler(name, "--schedulers");
  }
  require_range("--bits", o.bits, 1, 32);
  require_range("--requests-count", o.requests, 1, 100'000);
  require_range("--input-tokens", o.input, 1, 1 << 20);
  require_range("--output-tokens", o.output, 2, 1 << 20);
  require_range("--exchange-layers", o.layers, 0, 1 << 16);
  if (!options.demand && !options.job && o.serving == kNone) {
    throw base::ConfigError(
        {"--demand", "", "a matrix, or a --job or --serving beside none", kNone, ""});
  }
  options.bits = o.bits;
  options.serving.model = o.serving == kNone ? "" : o.serving;
  options.serving.system = o.system;
  options.serving.input = o.input;
  options.serving.output = o.output;
  options.serving.exchange_layers = o.layers;
  options.requests = o.requests;
  options.seed = common.seed;
  options.threads = common.threads;
  return options;
}

int run_study(const Options& o, const Common& common) {
  const studies::RegimeOptions options = checked(o, common);
  tool::Progress progress("regimes");
  const studies::RegimeAnswer answer =
      studies::regimes(options, [&](const std::string& at) { progress.at(at); });
  report::Result result("study", common.seed,
                        {{"study", "regimes"},
                         {"demand", o.demand},
                         {"bits", o.bits},
                         {"job", o.job},
                         {"serving", o.serving},
                         {"system", o.system},
                         {"guards", o.guards},
                         {"schedulers", o.schedulers},
                         {"requests", o.requests},
                         {"input_tokens", o.input},
                         {"output_tokens", o.output},
                         {"exchange_layers", o.layers}});
  for (const auto& point : answer.points) result.add(studies::regime_point_metrics()(point));
  for (const auto& one : answer.crossings) result.add(studies::regime_crossing_metrics()(one));
  if (!common.out.empty()) {
    for (const char* measure : {"matrix", "step", "exchange"}) {
      const report::LineChart chart = regime_chart(answer, measure);
      if (chart.lines.empty()) continue;
      base::write_file(common.out + "/" + measure + ".svg", report::svg(chart));
    }
  }
  print(result, common);
  write_result(result, common, "regimes");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--demand", o->demand, "A matrix, as `schedule` takes it, or none")
      .capture_default_str();
  app.add_option("--bits", o->bits, "Of its demand counters").capture_default_str();
  app.add_option("--job", o->job, "A job whose experts exchange tokens, or none")
      .capture_default_str();
  app.add_option("--serving", o->serving, "The model that is served, or none")
      .capture_default_str();
  app.add_option("--system", o->system, "On which it is served").capture_default_str();
  app.add_option("--guards", o->guards, "Guard times").capture_default_str();
  app.add_option("--schedulers", o->schedulers, "That are compared").capture_default_str();
  app.add_option("--requests-count", o->requests, "That come at once").capture_default_str();
  app.add_option("--input-tokens,--isl", o->input, "Tokens of a prompt").capture_default_str();
  app.add_option("--output-tokens,--osl", o->output, "Tokens of an answer").capture_default_str();
  app.add_option("--exchange-layers", o->layers,
                 "Of a step of the server that are simulated, the others as these; 0: all")
      .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command regimes_study() {
  return {"regimes",
          "Time against guard with the best circuits at each, of a matrix, a step and a server",
          "  jacquard study regimes --out regimes/\n"
          "  jacquard study regimes --job none --serving none --demand sparse:64",
          setup,
          true,
          true,
          [] {
            return std::vector{studies::regime_point_metrics().kind(),
                               studies::regime_crossing_metrics().kind()};
          },
          {{"regime_crossing", "crossing_ps", "guard at which packets catch up", {"measure"}},
           {"regime_point", "time_ps", "time", {"measure", "fabric", "scheduler", "guard_ps"}}}};
}

}  // namespace jacquard::cli
