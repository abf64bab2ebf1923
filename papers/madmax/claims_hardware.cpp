// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "papers/madmax/claims.hpp"
#include "papers/madmax/hardware.hpp"
#include "papers/madmax/setting.hpp"

namespace jacquard::studies::madmax {
namespace {

using plan::Physics;
using plan::TaskKind;
using Value = std::optional<double>;
using Is = Claim::Is;

constexpr TaskKind kTrain = TaskKind::pretrain, kInfer = TaskKind::inference;

// Fig. 13's plans of DLRM-A.
constexpr const char* kPlans[] = {"mlp=fsdp:128 emb=mp:128", "mlp=tp:8,ddp:16 emb=mp:128",
                                  "mlp=ddp:128 emb=mp:128"};

Value spread_of_upgrade(Physics physics) {
  Value least, most;
  for (const char* plan : kPlans) {
    const Value gain = upgrade("zionex-128", "a100-plus-128", plan, physics);
    if (!gain) return std::nullopt;
    least = std::min(least.value_or(*gain), *gain);
    most = std::max(most.value_or(*gain), *gain);
  }
  return *most / *least;
}

Value unlocked(Physics physics) {
  const plan::Request request = request_of("dlrm-a", "a100-plus-128", kTrain, physics);
  const plan::Answer answer = answer_of(request, kPlans[2]);
  if (!answer.refused.empty()) return std::nullopt;
  return answer.memory.total() / static_cast<double>(request.cluster.memory.count());
}

Value quotient(Value a, Value b) { return a && b ? Value(*a / *b) : std::nullopt; }

std::function<Value(Physics)> best_single(TaskKind task) {
  return [task](Physics p) { return best_single_10x("dlrm-a", "zionex-128", task, p).gain; };
}
std::function<Value(Physics)> between_over_others(TaskKind task) {
  return [task](Physics p) {
    return quotient(
        with_10x("dlrm-a", "zionex-128", {Resource::between}, task, p),
        quotient(best_single_10x("dlrm-a", "zionex-128", task, p).gain, baseline_gain(task, p)));
  };
}
std::function<Value(Physics)> all_10x(const char* model, const char* cluster, TaskKind task) {
  return [=](Physics p) {
    return with_10x(model, cluster, {std::begin(kResources), std::end(kResources)}, task, p);
  };
}

}  // namespace

std::vector<Claim> claims_on_hardware() {
  const char* const ten = "throughput over that of the system as it is";
  return {
      {"insight6.superpod", "Insight 6, Fig. 13", "NVLink between nodes gives A100+ 1.82x.",
       "throughput of DLRM-A with DDP over A100+'s", 1.82, Is::above, 1,
       [](Physics p) { return upgrade("a100-plus-128", "a100-plus-superpod-128", kPlans[2], p); }},
      {"insight6.spread",
       "Insight 6, Fig. 13",
       "A100+ speeds plans up by different factors.",
       "largest over smallest speed-up of three plans",
       {},
       Is::above,
       1,
       spread_of_upgrade},
      {"insight6.unlock",
       "Insight 6",
       "A100+ unlocks plans: DDP of DLRM-A fits.",
       "memory over capacity",
       {},
       Is::below,
       1,
       unlocked},
      {"insight7.training", "Insight 7, Fig. 14",
       "Ten times one resource, not the network between nodes, gives training 1.64x.",
       "largest throughput over FSDP's", 1.64, Is::below, 10, best_single(kTrain)},
      {"insight7.inference", "Insight 7, Fig. 14",
       "Ten times one resource, not the network between nodes, gives inference 2.12x.",
       "largest throughput over FSDP's", 2.12, Is::below, 10, best_single(kInfer)},
      {"insight7.between.training",
       "Insight 7, Fig. 14",
       "In training the network between nodes is the resource that helps DLRM-A most.",
       "its 10x over the best other's",
       {},
       Is::above,
       1,
       between_over_others(kTrain)},
      {"insight7.between.inference",
       "Insight 7, Fig. 14",
       "In inference the network between nodes is the resource that helps DLRM-A most.",
       "its 10x over the best other's",
       {},
       Is::above,
       1,
       between_over_others(kInfer)},
      {"insight7.compute",
       "Insight 7, Fig. 14",
       "Ten times the compute helps GPT-3 more than DLRM-A.",
       "its speed-up over DLRM-A's",
       {},
       Is::above,
       1,
       [](Physics p) {
         return quotient(with_10x("gpt-3", "a100-2048", {Resource::compute}, kTrain, p),
                         with_10x("dlrm-a", "zionex-128", {Resource::compute}, kTrain, p));
       }},
      {"insight7.all.dlrm_training",
       "Insight 7, Fig. 14",
       "Ten times everything makes DLRM-A's training more than ten times faster.",
       ten,
       {},
       Is::above,
       10,
       all_10x("dlrm-a", "zionex-128", kTrain)},
      {"insight7.all.dlrm_inference",
       "Insight 7, Fig. 14",
       "Ten times everything makes DLRM-A's inference more than ten times faster.",
       ten,
       {},
       Is::above,
       10,
       all_10x("dlrm-a", "zionex-128", kInfer)},
      {"insight7.all.gpt3_training",
       "Insight 7, Fig. 14",
       "Ten times everything makes GPT-3's training more than ten times faster.",
       ten,
       {},
       Is::above,
       10,
       all_10x("gpt-3", "a100-2048", kTrain)},
      {"insight7.all.gpt3_inference",
       "Insight 7, Fig. 14",
       "Ten times everything makes GPT-3's inference more than ten times faster.",
       ten,
       {},
       Is::above,
       10,
       all_10x("gpt-3", "a100-2048", kInfer)},
  };
}

}  // namespace jacquard::studies::madmax
