// SPDX-License-Identifier: Apache-2.0
// jacquard study policies: deciding before the demand is known.
#include "papers/circuits/policies.hpp"

#include <memory>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using base::Picoseconds;

struct Options {
  std::string job = "mixtral_64";
  std::string serving = "deepseek-v3";
  std::string system = "circuit_64";
  std::string latencies = "own,10 us,100 us,1 ms";
  int requests = 512;
  int input = 32;
  int output = 20;
  int layers = 2;
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
  TrainOptions train;
  train.input = o.job;
  const TrainJob job = resolve_train(train, common);
  if (!job.config.model.has_experts()) {
    throw base::ConfigError({"--job", "", "a job whose experts exchange tokens", o.job, ""});
  }
  options.job = job.config;
  options.places = job.places;
  options.latencies = latencies(o.latencies);
  require_range("--requests-count", o.requests, 1, 100'000);
  require_range("--input-tokens", o.input, 1, 1 << 20);
  require_range("--output-tokens", o.output, 2, 1 << 20);
  require_range("--exchange-layers", o.layers, 0, 1 << 16);
  options.serving.model = o.serving == "none" ? "" : o.serving;
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
  const studies::PolicyOptions options = checked(o, common);
  tool::Progress progress("policies");
  report::Result result("study", common.seed,
                        {{"study", "policies"},
                         {"job", train::train_fields().show(options.job)},
                         {"serving", o.serving},
                         {"system", o.system},
                         {"latencies", o.latencies},
                         {"requests", o.requests},
                         {"input_tokens", o.input},
                         {"output_tokens", o.output},
                         {"exchange_layers", o.layers}});
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
  app.add_option("--serving", o->serving, "The model that is served, or none")
      .capture_default_str();
  app.add_option("--system", o->system, "On which it is served").capture_default_str();
  app.add_option("--latencies", o->latencies,
                 "Of a decision on a whole schedule; own: the scheduler's clocks")
      .capture_default_str();
  app.add_option("--requests-count", o->requests, "That are served, all at once")
      .capture_default_str();
  app.add_option("--input-tokens,--isl", o->input, "Tokens of a prompt").capture_default_str();
  app.add_option("--output-tokens,--osl", o->output, "Tokens of an answer").capture_default_str();
  app.add_option("--exchange-layers", o->layers,
                 "Of a step of the server that are simulated, the others as these; 0: all")
      .capture_default_str();
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
