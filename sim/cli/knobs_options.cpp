// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/knobs_options.hpp"

#include "jacquard/base/error.hpp"
#include "sim/plan/refuse_idle.hpp"

namespace jacquard::cli {
namespace {

// CUDA's context, NCCL's buffers and fragmentation leave a program some 95 % of a device's memory.
constexpr double kMargin = 0.05;

// Keys of the layers' space that knobs have no use for.
constexpr const char* kOfLayers[] = {"mode",    "physics",       "freeze",     "freeze_from",
                                     "samples", "ignore_memory", "most_nodes", "nodes"};

// "tp=8,pp=4" is of knobs; "transformer=tp:8,ddp:256 emb=ddp" is not.
bool names_parts(const std::string& strategy) {
  for (const char* part : {"emb=", "mlp=", "transformer="}) {
    if (strategy.find(part) != std::string::npos) return true;
  }
  return false;
}

std::string fault_of_space(const std::string& word) {
  return word == "layers" || word == "knobs" ? "" : "expected layers or knobs, found " + word;
}

}  // namespace

std::shared_ptr<KnobsOptions> add_knobs_options(Arguments& app) {
  auto o = std::make_shared<KnobsOptions>();
  app.add_option(
         "--space", o->space,
         "layers: a strategy for each type of layer; knobs: Megatron's, for transformers. "
         "Default: layers for a name of configs/planner_models or a strategy of parts, else knobs")
      .check(fault_of_space);
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
  return o;
}

bool is_of_knobs(const PlanOptions& plan, const KnobsOptions& knobs) {
  const std::string& model = plan.model_word();
  bool yes = knobs.space == "knobs";
  if (knobs.space.empty() && !model.empty()) {
    yes = knobs::takes(model) && !names_parts(plan.text_of("strategy"));
  }
  for (const Option& option : knobs.given) {
    option.only_if(yes, "the space layers has no such option");
  }
  if (!yes) return false;
  for (const char* key : kOfLayers) {
    if (!plan.given(key)) continue;
    throw base::ConfigError({option_name(key), "", "nothing, as the space knobs has no such option",
                             "", "--space layers has"});
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
  }
  if (both.task != plan::TaskKind::pretrain) {
    throw base::ConfigError({"--task", "", "pretrain in the space knobs",
                             planner::name_of(both.task), "--space layers has others"});
  }
  planner::refuse_beside(both.sensitivity, "--sensitivity", "", both.fewest,
                         "nothing beside --fewest in the space knobs");
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
