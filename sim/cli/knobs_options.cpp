// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/knobs_options.hpp"

#include <algorithm>
#include <iterator>

#include "jacquard/base/error.hpp"
#include "jacquard/plan/layers/refuse_idle.hpp"
#include "sim/cli/launch_option.hpp"

namespace jacquard::cli {
namespace {

// CUDA's context, NCCL's buffers and fragmentation leave a program some 95 % of a device's memory.
constexpr double kMargin = 0.05;

// Keys of plans by layers that knobs have no use for.
constexpr const char* kOfLayers[] = {"mode",    "physics",       "freeze",     "freeze_from",
                                     "samples", "ignore_memory", "most_nodes", "nodes"};
constexpr const char* kLayers = "layers";
constexpr const char* kKnobs = "knobs";

// "tp=8,pp=4" is of knobs; "transformer=tp:8,ddp:256 emb=ddp" is not.
bool names_parts(const std::string& strategy) {
  for (const char* part : {"emb=", "mlp=", "transformer="}) {
    if (strategy.find(part) != std::string::npos) return true;
  }
  return false;
}

std::string fault_of_way(const std::string& word) {
  return word == kLayers || word == kKnobs ? "" : "expected layers or knobs, found " + word;
}

// What was said that plans by layers alone know: an option, or a strategy of parts.
bool speaks_of_layers(const PlanOptions& plan) {
  const bool given = std::any_of(std::begin(kOfLayers), std::end(kOfLayers),
                                 [&](const char* key) { return plan.given(key); });
  return given || plan.given("task") || names_parts(plan.text_of("strategy"));
}

}  // namespace

std::shared_ptr<KnobsOptions> add_knobs_options(Arguments& app) {
  auto o = std::make_shared<KnobsOptions>();
  app.add_option(
         "--by", o->by,
         "knobs: Megatron's degrees, for transformers; layers: MAD-Max's strategy for each type of "
         "layer. Default: knobs for a model of configs/models, unless an option of layers is given")
      .check(fault_of_way);
  o->given[0] = app.add_option("--within", o->own.within,
                               "Knobs: the values that they may take, \"tp=4:8,zero=1\"");
  o->given[1] = app.add_option("--type", o->own.type, "Knobs: numbers of products, such as fp8");
  o->given[2] = app.add_option("--sequence", o->own.sequence, "Knobs: tokens of a sequence")
                    .within(1, 1 << 30);
  o->given[3] =
      app.add_option("--layers", o->own.layers, "Knobs: layers of the model").within(1, 100'000);
  o->top = app.add_option("--top", o->own.top,
                          "Strategies in the table, 10 unless said; knobs: ranks that are sure, 20 "
                          "unless said. 0: all, and knobs are all timed");
  o->top.within(0, 1'000'000);
  add_launch_option(app, o->own.launch);
  return o;
}

bool is_of_knobs(const PlanOptions& plan, const KnobsOptions& knobs) {
  const std::string& model = plan.model_word();
  bool yes = knobs.by == kKnobs;
  if (knobs.by.empty() && !model.empty()) yes = !speaks_of_layers(plan) && knobs::takes(model);
  const std::string why =
      "it belongs to plans by knobs, and " + model + " is planned by layers; --by knobs";
  for (const Option& option : knobs.given) option.only_if(yes, why);
  if (!yes) return false;
  for (const char* key : kOfLayers) {
    if (!plan.given(key)) continue;
    throw base::ConfigError({option_name(key), "", "nothing, as plans by knobs have no such option",
                             "", "--by layers has"});
  }
  return true;
}

knobs::Options resolve_knobs(const PlanOptions& plan, const KnobsOptions& knobs,
                             const Common& common) {
  const auto& table = planner::plan_fields();
  planner::PlanConfig both;
  knobs::Options o = knobs.own;
  for (const auto& [field, option] : plan.options) {
    if (!option.given()) continue;
    const std::string& key = table.infos()[field].key;
    table.set(both, key, plan.texts[field], option_name(key));
    if (key == "memory_limit") o.memory_limit = plan.texts[field];
    if (key == "law") o.law = plan.texts[field];
  }
  if (both.task != plan::TaskKind::pretrain) {
    throw base::ConfigError({"--task", "", "pretrain in plans by knobs",
                             planner::name_of(both.task), "--by layers has others"});
  }
  planner::refuse_beside(both.sensitivity, "--sensitivity", "", both.fewest,
                         "nothing beside --fewest in plans by knobs");
  if (both.batch < 0 || both.batch > (1 << 30)) {
    throw base::ConfigError({"--batch", "", "1 to 2^30", std::to_string(both.batch), ""});
  }
  if (!plan.input.empty() && !plan.model.empty()) {
    throw base::ConfigError({"--model", "", "nothing beside MODEL", plan.model, ""});
  }
  o.model = plan.model_word();
  o.system = plan.system;
  o.strategy = both.strategy;
  o.batch = static_cast<int>(both.batch);
  o.margin = plan.given("margin") ? both.margin : kMargin;
  o.price = both.price;
  o.tokens = both.tokens;
  o.pareto = both.pareto;
  o.deadline = both.deadline;
  o.fewest = both.fewest;
  o.threads = common.threads;
  o.seed = common.seed;
  o.set = common.set;
  o.out = common.out;
  return o;
}

}  // namespace jacquard::cli
