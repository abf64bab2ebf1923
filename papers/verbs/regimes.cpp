// SPDX-License-Identifier: Apache-2.0
// jacquard study regimes: the best circuits at each guard time.
#include "papers/circuits/regimes.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "papers/verbs/all.hpp"
#include "papers/verbs/server_options.hpp"
#include "papers/verbs/times_option.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string demand = "moe:64";
  std::string job = "mixtral_64";
  ServerOptions server;
  std::string guards = "10 ns,100 ns,1 us,10 us,100 us,1 ms,10 ms";
  std::string schedulers = "ladder,holds-first,shifts,auto";
  int bits = 8;
};

studies::RegimeOptions checked(const Options& o, const Common& common) {
  studies::RegimeOptions options;
  if (o.demand != kNone) {
    options.demand = load_demands(o.demand, 0, {}, common.seed).front().matrix;
  }
  if (o.job != kNone) {
    const TrainJob job = job_with_experts(o.job, common);
    options.job = job.config;
    options.places = job.places;
  }
  options.guards = times_of(o.guards, "--guards");
  options.schedulers = base::comma_list(o.schedulers);
  for (const std::string& name : options.schedulers) {
    schedule::find_scheduler(name, "--schedulers");
  }
  require_range("--bits", o.bits, 1, 32);
  options.serving = serving_of(o.server);
  options.requests = o.server.requests;
  if (!options.demand && !options.job && options.serving.model.empty()) {
    throw base::ConfigError(
        {"--demand", "", "a matrix, or a --job or --serving beside none", kNone, ""});
  }
  options.bits = o.bits;
  options.seed = common.seed;
  options.threads = common.threads;
  return options;
}

int run_study(const Options& o, const Common& common) {
  const studies::RegimeOptions options = checked(o, common);
  tool::Progress progress("regimes");
  const studies::RegimeAnswer answer =
      studies::regimes(options, [&](const std::string& at) { progress.at(at); });
  nlohmann::json asked = {{"study", "regimes"}, {"demand", o.demand}, {"bits", o.bits},
                          {"job", o.job},       {"guards", o.guards}, {"schedulers", o.schedulers}};
  show(o.server, asked);
  report::Result result("study", common.seed, asked);
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
  app.add_option("--guards", o->guards, "Guard times").capture_default_str();
  app.add_option("--schedulers", o->schedulers, "That are compared").capture_default_str();
  add_server_options(app, o->server);
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
