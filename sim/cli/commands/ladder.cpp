// SPDX-License-Identifier: Apache-2.0
// jacquard ladder: one job at every fidelity.
#include <algorithm>
#include <memory>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/plan/layers/question.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/traced.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/ladder/jobs.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

// About half a minute of a rung.
constexpr std::int64_t kMostAccesses = 20'000'000;

struct Options {
  std::shared_ptr<TrainOptions> train;
  std::string strategy;
  bool all = false;
  std::int64_t most_accesses = kMostAccesses;
};

bool is_planner_model(const std::string& name) {
  const std::vector<std::string> names = config::shipped_configs(plan::kModels);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What a rung says for itself.
bool is_of_rungs(const std::string& key) {
  const std::string first = key.substr(0, key.find('.'));
  const char* const own[] = {"engine", "detail", "hbm", "npu"};
  return key == "scheduler.kind" ||
         std::find(std::begin(own), std::end(own), first) != std::end(own);
}

void climb(const std::string& job, const ladder::Run& run, tool::Progress& progress, Rows& rows) {
  ladder::climb(
      job, run, [&](const std::string& at) { progress.at(at); },
      [&](const ladder::RungRow& row) { rows.add(ladder::rung_metrics()(row)); });
}

// A planner's model is its strategy's alone.
void refuse_keys_of_steps(const TrainOptions& o, const Common& common) {
  const auto refuse = [](const std::string& option) {
    throw base::ConfigError({option, "", "--system and --strategy beside a planner's model", "",
                             "a model of configs/models is a step, with all of its options"});
  };
  if (!common.set.empty()) refuse("--set " + common.set.front());
  if (!o.placement.empty()) refuse("--placement");
  if (!o.overlap.empty()) refuse("--overlap");
  for (const TrainOptions::Key& key : o.options) {
    if (!key.option.given()) continue;
    std::string name = "--" + base::at(train::train_fields().infos(), key.field).key;
    std::replace(name.begin(), name.end(), '_', '-');
    refuse(name);
  }
}

void climb_layers(const std::string& model, const std::string& system, const std::string& strategy,
                  std::int64_t most_accesses, tool::Progress& progress, Rows& rows) {
  planner::PlanConfig config;
  config.model = plan::find_layer_types(model, {"JOB", ""});
  config.system = systems::find_cluster(system, {"--system", ""});
  const plan::Request request = planner::request_of(config);
  const plan::Strategy chosen =
      strategy.empty()
          ? planner::baseline_of(request)
          : plan::parse_strategy(strategy, request.model, request.cluster, "--strategy");
  const ladder::Run run = ladder::of_layers(request, chosen, most_accesses);
  climb(model, run, progress, rows);
}

void refuse_keys_of_rungs(const train::JobPlaces& places) {
  for (const auto& [key, option] : places.given()) {
    if (!is_of_rungs(key)) continue;
    throw base::ConfigError({option, "", "none on a ladder, whose rungs have each their own", "",
                             "jacquard train runs one"});
  }
}

void climb_step(const TrainOptions& o, std::int64_t most_accesses, const Common& common,
                tool::Progress& progress, Rows& rows) {
  if (const auto traces = train::find_traces(o.input)) {
    const TracedLadder traced = traced_ladder(*traces, o, common);
    refuse_keys_of_rungs(traced.places);
    return climb(traces->prefix, traced.run, progress, rows);
  }
  const TrainJob job = resolve_train(o, common);
  refuse_keys_of_rungs(job.places);
  const std::string name = o.input.empty() ? job.config.model.name : o.input;
  climb(name, ladder::of_step(job.config, job.places, most_accesses), progress, rows);
}

// What the first rung says where none has a time; "" where one has.
std::string why_none_runs(const report::Result& result) {
  for (const report::Row& row : result.rows()) {
    if (row.at("time_ps").is_number()) return "";
  }
  return result.rows().empty() ? "" : result.rows().front().value("refused", std::string());
}

int run_ladder(const Options& o, const Common& common) {
  if (o.all && !o.train->input.empty()) {
    throw base::ConfigError({"--all", "", "no JOB beside it", o.train->input, ""});
  }
  if (!o.all && o.train->input.empty() && o.train->model.empty()) {
    throw base::ConfigError({"JOB", "", "a job, a model, or --all", "none", ""});
  }
  const report::Result empty("ladder", common.seed,
                             {{"job", o.all ? "all" : o.train->input}, {"strategy", o.strategy}});
  Rows rows(empty, common);
  tool::Progress progress("ladder");
  if (!o.all) {
    const bool layers = is_planner_model(o.train->input);
    if (layers && o.train->system.empty()) {
      throw base::ConfigError(
          {"--system", "", "NPUs such as 16xh100, or a name of configs/systems", "none", ""});
    }
    if (!layers && !o.strategy.empty()) {
      throw base::ConfigError({"--strategy", "", "a model of configs/planner_models as JOB",
                               o.train->input, "a job says --parallel"});
    }
    if (layers) {
      refuse_keys_of_steps(*o.train, common);
      climb_layers(o.train->input, o.train->system, o.strategy, o.most_accesses, progress, rows);
    } else {
      climb_step(*o.train, o.most_accesses, common, progress, rows);
    }
  }
  for (const ladder::Shipped& one : ladder::shipped_jobs()) {
    if (!o.all) break;
    TrainOptions job;
    job.input = one.job;
    if (is_planner_model(one.job)) {
      climb_layers(one.job, one.system, one.strategy, o.most_accesses, progress, rows);
    } else {
      climb_step(job, o.most_accesses, common, progress, rows);
    }
  }
  report::Result result = rows.finish();
  const std::string refused = why_none_runs(result);
  if (!refused.empty()) say_answer("No rung runs the job: " + refused, common);
  print(result, common);
  write_result(result, common, "ladder");
  return refused.empty() ? 0 : 2;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->train = add_train_options(app);
  app.add_option("--strategy", o->strategy, "Of a planner's model: as `jacquard plan` has it");
  app.add_option("--most-accesses", o->most_accesses,
                 "Of memories in a rung of clocks: one that would make more is left out; 0: any "
                 "number. 20 million, the default, are about half a minute")
      .within(std::int64_t{0}, std::int64_t{1} << 60)
      .capture_default_str();
  app.add_flag("--all", o->all, "The shipped jobs of the table in docs/engines.md");
  return [o, &common] { return run_ladder(*o, common); };
}

}  // namespace

Command ladder_command() {
  return {"ladder",
          "One job at every fidelity: closed forms, events, SystemC, RTL that decides",
          "  jacquard ladder mixtral_64\n"
          "  jacquard ladder configs/jobs/llama3_8b_64.json --json\n"
          "  jacquard ladder dlrm-a --system zionex-128 --strategy \"mlp=ddp emb=mp\"\n"
          "  jacquard ladder --all\n",
          setup,
          true,
          true,
          [] { return std::vector<report::RowKind>{ladder::rung_metrics().kind()}; },
          {{"rung", "time_ps", "step time", {"engine", "detail", "hbm", "scheduler"}}}};
}

}  // namespace jacquard::cli
