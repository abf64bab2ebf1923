// SPDX-License-Identifier: Apache-2.0
// jacquard study policies: deciding before the demand is known.
#include "papers/circuits/policies.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "papers/verbs/all.hpp"
#include "papers/verbs/server_options.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using base::Picoseconds;

struct Options {
  std::string job = "mixtral_64";
  ServerOptions server;
  std::string latencies = "own,10 us,100 us,1 ms";
};

std::vector<std::optional<Picoseconds>> latencies(const std::string& text) {
  std::vector<std::optional<Picoseconds>> all;
  for (const std::string& one : base::comma_list(text)) {
    if (one == "own") {
      all.emplace_back();
      continue;
    }
    all.push_back(config::parse_quantity<Picoseconds>(one, config::Place{"--latencies", ""}));
    constexpr Picoseconds kMost{base::kPicosecondsPerSecond};
    if (*all.back() < Picoseconds{0} || *all.back() > kMost) {
      throw base::ConfigError({"--latencies", "", "own, or times in 0 s..1 s", one, ""});
    }
  }
  if (all.empty()) throw base::ConfigError({"--latencies", "", "one or more", "none", ""});
  return all;
}

studies::PolicyOptions checked(const Options& o, const Common& common) {
  studies::PolicyOptions options;
  const TrainJob job = job_with_experts(o.job, common);
  options.job = job.config;
  options.places = job.places;
  options.latencies = latencies(o.latencies);
  options.serving = serving_of(o.server);
  options.requests = o.server.requests;
  options.seed = common.seed;
  options.threads = common.threads;
  return options;
}

int run_study(const Options& o, const Common& common) {
  const studies::PolicyOptions options = checked(o, common);
  tool::Progress progress("policies");
  nlohmann::json asked = {{"study", "policies"},
                          {"job", train::train_fields().show(options.job)},
                          {"latencies", o.latencies}};
  show(o.server, asked);
  report::Result result("study", common.seed, asked);
  for (const auto& point :
       studies::policies(options, [&](const std::string& at) { progress.at(at); })) {
    result.add(studies::policy_metrics()(point));
  }
  print(result, common);
  write_result(result, common, "policies");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--job", o->job, "A job whose experts exchange tokens, as `train` takes it")
      .capture_default_str();
  app.add_option("--latencies", o->latencies,
                 "Of a decision on a whole schedule; own: the scheduler's clocks")
      .capture_default_str();
  add_server_options(app, o->server);
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command policies_study() {
  return {"policies",
          "What it gains to decide on experts' exchanges before their demand is known",
          "  jacquard study policies --job mixtral_64\n"
          "  jacquard study policies --job mixtral_64 --serving none --latencies own,1ms",
          setup,
          true,
          true,
          [] { return std::vector{studies::policy_metrics().kind()}; },
          {{"policy", "time_ps", "time", {"measure", "latency_ps", "decide"}}}};
}

}  // namespace jacquard::cli
