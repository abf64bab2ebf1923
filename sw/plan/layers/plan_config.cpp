// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/plan_config.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/systems/system_noun.hpp"

namespace jacquard::planner {
namespace {

using config::field;
using config::real_number;
using config::whole_number;
using P = PlanConfig;
using Fields = std::vector<config::Field<P>>;
using plan::TaskKind;

constexpr double kMostTokens = 1e18;

config::Codec<std::string> words(std::string expected) { return config::text(std::move(expected)); }

Fields what_is_planned() {
  return {
      config::composed<P>(
          "model", [](auto& p) -> auto& { return p.model; }, plan::model_fields(), plan::kModels),
      config::composed<P>(
          "system", [](auto& p) -> auto& { return p.system; }, systems::cluster_fields(),
          systems::whole_cluster),
      field<P>(
          "task", [](auto& p) -> auto& { return p.task; },
          config::choice<TaskKind>({{"pretrain", TaskKind::pretrain},
                                    {"finetune", TaskKind::finetune},
                                    {"inference", TaskKind::inference}}),
          "What is done with the model."),
      field<P>(
          "mode", [](auto& p) -> auto& { return p.mode; },
          config::choice<Mode>({{"paper", Mode::paper}, {"physical", Mode::physical}}),
          "MAD-Max's rules to the last digit, or what physics needs."),
      field<P>(
          "physics", [](auto& p) -> auto& { return p.physics; },
          words("departures from the paper's rules with commas between them, all, or none"),
          "Departures from the paper's rules, such as gemm,volumes; instead of the mode's."),
      field<P>(
          "law", [](auto& p) -> auto& { return p.law; }, systems::law_codec(),
          "Of collectives: reached (NCCL's law in a node, a share of the line rate across), links, "
          "or system: by knobs what the system says, by layers reached."),
      field<P>(
          "strategy", [](auto& p) -> auto& { return p.strategy; },
          words("a strategy such as mlp=tp:8,ddp:16 emb=mp:128"),
          "The one to price, levels in order; without it all are ranked."),
      field<P>(
          "batch", [](auto& p) -> auto& { return p.batch; },
          whole_number<std::int64_t>(0, std::int64_t{1} << 40),
          "Samples of a step on all devices; 0: the model's."),
      field<P>(
          "freeze", [](auto& p) -> auto& { return p.freeze; },
          words("some of top,bottom,emb,blocks"),
          "Layers whose weights stay in fine-tuning: some of top,bottom,emb,blocks."),
      field<P>(
          "freeze_from", [](auto& p) -> auto& { return p.freeze_from; },
          config::optional(whole_number<int>(0, 1 << 24)),
          "The layer from which on weights stay in fine-tuning; the first is 0."),
  };
}

Fields what_is_said_of_it() {
  return {
      field<P>(
          "ignore_memory", [](auto& p) -> auto& { return p.ignore_memory; }, config::boolean(),
          "Rank also by time what does not fit into memory."),
      field<P>(
          "margin", [](auto& p) -> auto& { return p.margin; }, real_number(0, 10),
          "Share by which fragmentation enlarges memory before it is held against the device's. "
          "Knobs: 0.05 where it is not given."),
      field<P>(
          "memory_limit", [](auto& p) -> auto& { return p.memory_limit; },
          config::quantity<base::Bytes>(), "Of a device, instead of the system's; 0 B: that."),
      field<P>(
          "price", [](auto& p) -> auto& { return p.price; }, real_number(0, 1e6),
          "Dollars of a device and hour; 0: the system's."),
      field<P>(
          "tokens", [](auto& p) -> auto& { return p.tokens; }, real_number(0, kMostTokens),
          "Of the whole training, for days and GPU hours; 0: the model's."),
      field<P>(
          "samples", [](auto& p) -> auto& { return p.samples; }, real_number(0, kMostTokens),
          "Of the whole training, for models without tokens; 0: not known."),
      field<P>(
          "pareto", [](auto& p) -> auto& { return p.pareto; },
          words("two figures such as memory,throughput"),
          "Show only strategies that none beats in both of two figures: memory,throughput."),
      field<P>(
          "nodes", [](auto& p) -> auto& { return p.nodes; },
          words("counts of nodes with commas between them"),
          "Counts of nodes among which --pareto chooses too, such as 16,32,64."),
      field<P>(
          "deadline", [](auto& p) -> auto& { return p.deadline; }, words("a time such as 20 days"),
          "By which the training must be over: \"20 days\"."),
      field<P>(
          "fewest", [](auto& p) -> auto& { return p.fewest; }, config::boolean(),
          "Find the fewest nodes that meet --deadline or --memory-limit."),
      field<P>(
          "most_nodes", [](auto& p) -> auto& { return p.most_nodes; },
          whole_number<int>(1, 1 << 16), "Where --fewest gives up."),
      field<P>(
          "sensitivity", [](auto& p) -> auto& { return p.sensitivity; }, config::boolean(),
          "Say what more of each resource is worth, and what limits the best strategy."),
  };
}

}  // namespace

const config::FieldTable<PlanConfig>& plan_fields() {
  static const config::FieldTable<P> table(
      "plan", "A question to the planner: a model, a cluster, a task, and the rules of cost.", [] {
        Fields all = what_is_planned();
        for (config::Field<P>& f : what_is_said_of_it()) all.push_back(std::move(f));
        return all;
      }());
  return table;
}

const char* name_of(TaskKind task) {
  switch (task) {
    case TaskKind::pretrain:
      return "pretrain";
    case TaskKind::finetune:
      return "finetune";
    case TaskKind::inference:
      return "inference";
  }
  return "";
}

const char* name_of(Mode mode) { return mode == Mode::paper ? "paper" : "physical"; }

}  // namespace jacquard::planner
