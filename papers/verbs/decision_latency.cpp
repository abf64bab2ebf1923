// SPDX-License-Identifier: Apache-2.0
// jacquard study decision-latency: until when circuits win.
#include "papers/circuits/decision_latency.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/verbs/all.hpp"
#include "papers/verbs/times_option.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string job = "mixtral_64";
  std::string serving = "deepseek-v3";
  std::string system = "circuit_64";
  std::string latencies = "0 s,1 us,10 us,30 us,100 us,300 us,1 ms";
  std::string guards = "10 ns,100 ns,1 us";
  std::string schedulers = "ladder";
  int requests = 512;
  double rate = 1000;
  int input = 64;
  int output = 32;
  int layers = 2;
};

studies::LatencyOptions checked(const Options& o, const Common& common) {
  studies::LatencyOptions options;
  TrainOptions train;
  train.input = o.job;
  const TrainJob job = resolve_train(train, common);
  if (!job.config.model.has_experts()) {
    throw base::ConfigError({"--job", "", "a job whose experts exchange tokens", o.job, ""});
  }
  options.job = job.config;
  options.places = job.places;
  options.job_name = o.job;
  options.latencies = times_of(o.latencies, "--latencies");
  options.guards = times_of(o.guards, "--guards");
  options.schedulers = base::comma_list(o.schedulers);
  for (const std::string& name : options.schedulers) {
    schedule::find_scheduler(name, "--schedulers");
  }
  require_range("--requests-count", o.requests, 1, 100'000);
  require_range("--input-tokens", o.input, 1, 1 << 20);
  require_range("--output-tokens", o.output, 2, 1 << 20);
  require_range("--exchange-layers", o.layers, 0, 1 << 16);
  if (!(o.rate > 0 && o.rate <= 1e9)) {
    throw base::ConfigError(
        {"--rate", "", "requests a second above 0", std::to_string(o.rate), ""});
  }
  options.serving.model = o.serving == "none" ? "" : o.serving;
  options.serving.system = o.system;
  options.serving.input = o.input;
  options.serving.output = o.output;
  options.serving.exchange_layers = o.layers;
  options.requests = o.requests;
  options.per_second = o.rate;
  options.seed = common.seed;
  options.threads = common.threads;
  return options;
}

int run_study(const Options& o, const Common& common) {
  const studies::LatencyOptions options = checked(o, common);
  tool::Progress progress("decision-latency");
  const studies::LatencyAnswer answer =
      studies::decision_latency(options, [&](const std::string& at) { progress.at(at); });
  report::Result result("study", common.seed,
                        {{"study", "decision-latency"},
                         {"job", train::train_fields().show(options.job)},
                         {"serving", o.serving},
                         {"system", o.system},
                         {"latencies", o.latencies},
                         {"guards", o.guards},
                         {"schedulers", o.schedulers},
                         {"requests", o.requests},
                         {"rate", o.rate},
                         {"input_tokens", o.input},
                         {"output_tokens", o.output},
                         {"exchange_layers", o.layers}});
  for (const auto& point : answer.points) result.add(studies::latency_point_metrics()(point));
  for (const auto& one : answer.crossings) result.add(studies::latency_crossing_metrics()(one));
  if (!common.out.empty()) {
    base::write_file(common.out + "/step.svg", report::svg(latency_chart(answer, "step")));
    if (!options.serving.model.empty()) {
      base::write_file(common.out + "/tpot_p99.svg",
                       report::svg(latency_chart(answer, "tpot_p99")));
    }
  }
  print(result, common);
  write_result(result, common, "decision-latency");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--job", o->job, "A job whose experts exchange tokens, as `train` takes it")
      .capture_default_str();
  app.add_option("--serving", o->serving, "The model that is served, or none")
      .capture_default_str();
  app.add_option("--system", o->system, "On which it is served").capture_default_str();
  app.add_option("--latencies", o->latencies, "Of a decision").capture_default_str();
  app.add_option("--guards", o->guards, "Guard times").capture_default_str();
  app.add_option("--schedulers", o->schedulers, "The best of them counts at each point")
      .capture_default_str();
  app.add_option("--requests-count", o->requests, "That are served").capture_default_str();
  app.add_option("--rate", o->rate, "Of them in a second").capture_default_str();
  app.add_option("--input-tokens,--isl", o->input, "Tokens of a prompt").capture_default_str();
  app.add_option("--output-tokens,--osl", o->output, "Tokens of an answer").capture_default_str();
  app.add_option("--exchange-layers", o->layers,
                 "Of a step of the server that are simulated, the others as these; 0: all")
      .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command decision_latency_study() {
  return {"decision-latency",
          "Until which decision latency and guard time circuits beat packets, in a step and in "
          "serving",
          "  jacquard study decision-latency --job mixtral_64\n"
          "  jacquard study decision-latency --job prefill_64 --serving none --out latency/",
          setup,
          true,
          true,
          [] {
            return std::vector{studies::latency_point_metrics().kind(),
                               studies::latency_crossing_metrics().kind()};
          },
          {{"latency_crossing",
            "crossing_ps",
            "decision latency at which packets catch up",
            {"measure", "guard_ps"}},
           {"latency_point",
            "time_ps",
            "time",
            {"measure", "fabric", "scheduler", "guard_ps", "decision_ps"}}}};
}

}  // namespace jacquard::cli
