// SPDX-License-Identifier: Apache-2.0
// jacquard study decision-latency: until when circuits win.
#include "papers/circuits/decision_latency.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/verbs/all.hpp"
#include "papers/verbs/server_options.hpp"
#include "papers/verbs/times_option.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string job = "mixtral_64";
  ServerOptions server = {"deepseek-v3", "circuit_64", 512, 64, 32, 2};
  std::string latencies = "0 s,1 us,10 us,30 us,100 us,300 us,1 ms";
  std::string guards = "10 ns,100 ns,1 us";
  std::string schedulers = "ladder";
  double rate = 1000;
};

studies::LatencyOptions checked(const Options& o, const Common& common) {
  studies::LatencyOptions options;
  const TrainJob job = job_with_experts(o.job, common);
  options.job = job.config;
  options.places = job.places;
  options.job_name = o.job;
  options.latencies = times_of(o.latencies, "--latencies");
  options.guards = times_of(o.guards, "--guards");
  options.schedulers = base::comma_list(o.schedulers);
  for (const std::string& name : options.schedulers) {
    schedule::find_scheduler(name, "--schedulers");
  }
  if (!(o.rate > 0 && o.rate <= 1e9)) {
    throw base::ConfigError(
        {"--rate", "", "requests a second above 0", std::to_string(o.rate), ""});
  }
  options.serving = serving_of(o.server);
  options.requests = o.server.requests;
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
  nlohmann::json asked = {
      {"study", "decision-latency"}, {"job", train::train_fields().show(options.job)},
      {"latencies", o.latencies},    {"guards", o.guards},
      {"schedulers", o.schedulers},  {"rate", o.rate}};
  show(o.server, asked);
  report::Result result("study", common.seed, asked);
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
  app.add_option("--latencies", o->latencies, "Of a decision").capture_default_str();
  app.add_option("--guards", o->guards, "Guard times").capture_default_str();
  app.add_option("--schedulers", o->schedulers, "The best of them counts at each point")
      .capture_default_str();
  app.add_option("--rate", o->rate, "Of them in a second").capture_default_str();
  add_server_options(app, o->server);
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
