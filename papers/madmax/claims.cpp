// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/claims.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "papers/madmax/models.hpp"
#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {
namespace {

using plan::Physics;
using plan::Request;
using plan::TaskKind;
using Value = std::optional<double>;
using Is = Claim::Is;

constexpr const char* kZionex = "zionex-128";
constexpr const char* kLlms = "a100-2048";
constexpr const char* kTpDdp = "mlp=tp:8,ddp:16 emb=mp:128";

Request dlrm(Physics physics, const std::string& model = "dlrm-a",
             TaskKind task = TaskKind::pretrain) {
  return request_of(model, kZionex, task, physics);
}
Request gpt3(Physics physics) { return request_of("gpt-3", kLlms, TaskKind::pretrain, physics); }

Value over_capacity(const Request& request, const std::string& strategy) {
  const plan::Answer answer = answer_of(request, strategy);
  if (!answer.refused.empty()) return std::nullopt;
  return answer.memory.total() / static_cast<double>(request.cluster.memory.count());
}

Value time_ratio(const Request& request, const std::string& slow, const std::string& fast) {
  const plan::Answer a = answer_of(request, slow), b = answer_of(request, fast);
  if (!a.refused.empty() || !b.refused.empty()) return std::nullopt;
  return a.times.time / b.times.time;
}

// The least memory of any strategy that keeps a value of a table on two devices.
Value least_with_copies(const Request& request) {
  plan::Evaluator evaluator(request);
  Value least;
  for (const plan::Strategy& s : plan::all_strategies(request.model, request.cluster)) {
    const plan::Levels& tables = s.of(plan::Part::embedding);
    const bool copies =
        std::any_of(tables.level.begin(), tables.level.begin() + tables.count,
                    [](const plan::Level& l) { return l.scheme == plan::Scheme::ddp; });
    if (!copies) continue;
    const plan::Answer answer = evaluator.evaluate(s);
    if (answer.refused.empty()) {
      least = std::min(least.value_or(answer.memory.total()), answer.memory.total());
    }
  }
  if (!least) return std::nullopt;
  return *least / static_cast<double>(request.cluster.memory.count());
}

// How much slower the best of the others is that fits.
Value over_the_others(const Request& request, const std::string& chosen) {
  const plan::Strategy own =
      plan::parse_strategy(chosen, request.model, request.cluster, "strategy");
  plan::Evaluator evaluator(request);
  Value least;
  for (const plan::Strategy& s : plan::all_strategies(request.model, request.cluster)) {
    if (plan::text_of(s) == plan::text_of(own)) continue;
    const plan::Answer answer = evaluator.evaluate(s);
    if (!answer.refused.empty() || !answer.fits) continue;
    least = std::min(least.value_or(answer.times.time), answer.times.time);
  }
  const plan::Answer answer = evaluator.evaluate(own);
  if (!least || !answer.refused.empty()) return std::nullopt;
  return *least / answer.times.time;
}

Value best_throughput(const Request& request) {
  const auto best = fastest(request);
  return best ? Value(throughput(request, best->answer)) : std::nullopt;
}

Value quotient(Value a, Value b) { return a && b ? Value(*a / *b) : std::nullopt; }

Value different_dense_plans(Physics physics) {
  std::set<std::string> plans;
  for (const char* model : {"dlrm-a", "dlrm-a-transformer", "dlrm-a-moe"}) {
    const auto best = fastest(dlrm(physics, model));
    if (!best) return std::nullopt;
    plan::Strategy dense;
    dense.of(plan::Part::mlp) = best->strategy.of(plan::Part::mlp);
    plans.insert(plan::text_of(dense));
  }
  return static_cast<double>(plans.size());
}

Value fastest_variant(Physics physics) {
  const Value transformer = best_throughput(dlrm(physics, "dlrm-a-transformer"));
  const Value experts = best_throughput(dlrm(physics, "dlrm-a-moe"));
  if (!transformer || !experts) return std::nullopt;
  return quotient(std::max(*transformer, *experts), best_throughput(dlrm(physics)));
}

Value context_effect(Physics physics, const char* longer) {
  const auto at = [&](const char* model) {
    return best_gain(request_of(model, kLlms, TaskKind::pretrain, physics), Memory::unlimited);
  };
  return quotient(at(longer), at("llama-65b"));
}

std::function<Value(Physics)> most(TaskKind task, Memory memory) {
  return [=](Physics physics) { return extreme_gain(task, memory, physics).gain; };
}

}  // namespace

bool holds(const Claim& claim, double value) {
  return claim.is == Is::above ? value > claim.mark : value < claim.mark;
}

std::vector<Claim> claims_on_strategies() {
  const char* const memory = "memory over capacity";
  const char* const over_fsdp = "throughput over FSDP";
  return {
      {"abstract.pretraining", "abstract",
       "Planning each layer type gains up to 2.24x in training.", "largest gain over FSDP", 2.24,
       Is::above, 1, most(TaskKind::pretrain, Memory::limited)},
      {"abstract.inference", "abstract", "It gains up to 5.27x in inference.",
       "largest gain over FSDP", 5.27, Is::above, 1, most(TaskKind::inference, Memory::limited)},
      {"unlimited.pretraining", "s1", "Without a bound of memory it gains up to 2.43x in training.",
       "largest gain over FSDP", 2.43, Is::above, 1, most(TaskKind::pretrain, Memory::unlimited)},
      {"unlimited.inference", "s1", "Without a bound of memory it gains up to 12.13x in inference.",
       "largest gain over FSDP", 12.13, Is::above, 1, most(TaskKind::inference, Memory::unlimited)},
      {"fig8.mean", "s6, Fig. 8", "Training gains 65.9 % on average.", "mean gain over FSDP", 1.659,
       Is::above, 1, [](Physics p) { return mean_gain(TaskKind::pretrain, p); }},
      {"insight1.shard",
       "Insight 1",
       "DLRM-A's tables can only be sharded.",
       "least memory with copies of tables, over capacity",
       {},
       Is::above,
       1,
       [](Physics p) { return least_with_copies(dlrm(p)); }},
      {"insight1.tp", "Insight 1, Fig. 9", "TP over all devices is far slower than FSDP.",
       over_fsdp, 0.19, Is::below, 1,
       [](Physics p) { return gain(dlrm(p), "mlp=tp:128 emb=mp:128"); }},
      {"insight1.tp_ddp", "Insight 1, Fig. 9", "(TP, DDP) is faster than FSDP on DLRM-A.",
       over_fsdp, 1.14, Is::above, 1, [](Physics p) { return gain(dlrm(p), kTpDdp); }},
      {"insight1.best",
       "Insight 1, Fig. 9",
       "(TP, DDP) is the best of DLRM-A's plans that fit.",
       "time of the best other over its time",
       {},
       Is::above,
       1,
       [](Physics p) { return over_the_others(dlrm(p), kTpDdp); }},
      {"insight1.ddp",
       "Insight 1, Fig. 9",
       "DDP of DLRM-A's dense layers does not fit.",
       memory,
       {},
       Is::above,
       1,
       [](Physics p) { return over_capacity(dlrm(p), "mlp=ddp:128 emb=mp:128"); }},
      {"insight2.baseline",
       "Insight 2, Fig. 8",
       "For GPT-3 FSDP is as good as what else fits.",
       "best gain over FSDP",
       {},
       Is::below,
       1.08,
       [](Physics p) { return best_gain(gpt3(p)); }},
      {"insight2.replicas",
       "Insight 2",
       "GPT-3's layers replicated across nodes do not fit.",
       memory,
       {},
       Is::above,
       1,
       [](Physics p) { return over_capacity(gpt3(p), "transformer=tp:8,ddp:256 emb=ddp"); }},
      {"insight2.memory", "Insight 2", "More memory unlocks up to 1.68x for GPT-3.",
       "best gain over FSDP without a bound of memory", 1.68, Is::above, 1,
       [](Physics p) { return best_gain(gpt3(p), Memory::unlimited); }},
      {"insight3.order",
       "Insight 3",
       "(TP, DDP) is faster than (DDP, TP) on DLRM-A.",
       "throughput over (DDP, TP)",
       {},
       Is::above,
       1,
       [](Physics p) { return time_ratio(dlrm(p), "mlp=ddp:8,tp:16 emb=mp:128", kTpDdp); }},
      {"insight3.memory",
       "Insight 3",
       "(DDP, TP) needs less memory than (TP, DDP).",
       "memory over (TP, DDP)'s",
       {},
       Is::below,
       1,
       [](Physics p) {
         return quotient(over_capacity(dlrm(p), "mlp=ddp:8,tp:16 emb=mp:128"),
                         over_capacity(dlrm(p), kTpDdp));
       }},
      {"insight3.inter_node_tp", "Insight 3", "TP between nodes slows GPT-3 to 0.18x.", over_fsdp,
       0.18, Is::below, 1,
       [](Physics p) { return gain(gpt3(p), "transformer=ddp:8,tp:256 emb=ddp"); }},
      {"insight3.nvlink", "Insight 3", "TP inside nodes, DDP between them: 1.34x for GPT-3.",
       over_fsdp, 1.34, Is::above, 1,
       [](Physics p) { return gain(gpt3(p), "transformer=tp:8,ddp:256 emb=ddp"); }},
      {"insight4.differ",
       "Insight 4, Fig. 10",
       "The best plan of the MLPs differs between variants.",
       "different plans of three",
       {},
       Is::above,
       1,
       different_dense_plans},
      {"insight4.slower",
       "Insight 4, Fig. 11",
       "Both variants of DLRM-A train slower than it.",
       "the faster one's throughput over DLRM-A's",
       {},
       Is::below,
       1,
       fastest_variant},
      {"insight4.experts",
       "Insight 4, Fig. 11",
       "In inference MoE is faster than the transformer.",
       "throughput over the transformer variant's",
       {},
       Is::above,
       1,
       [](Physics p) {
         return quotient(best_throughput(dlrm(p, "dlrm-a-moe", TaskKind::inference)),
                         best_throughput(dlrm(p, "dlrm-a-transformer", TaskKind::inference)));
       }},
      {"insight5.8k",
       "Insight 5, Fig. 12",
       "Planning gains less at context 8 K than at 2 K.",
       "best gain over FSDP, without a bound of memory, over that at 2 K",
       {},
       Is::below,
       1,
       [](Physics p) { return context_effect(p, "llama2-70b-8k"); }},
      {"insight5.32k",
       "Insight 5",
       "At context 32 K it gains less still.",
       "best gain over FSDP, without a bound of memory, over that at 2 K",
       {},
       Is::below,
       1,
       [](Physics p) { return context_effect(p, "llama2-70b-32k"); }},
  };
}

std::vector<Claim> all_claims() {
  std::vector<Claim> all = claims_on_models();
  for (std::vector<Claim> further : {claims_on_strategies(), claims_on_hardware()}) {
    std::move(further.begin(), further.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace jacquard::studies::madmax
