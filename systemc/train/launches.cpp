// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/launches.hpp"

#include <algorithm>
#include <map>
#include <variant>

#include "jacquard/base/at.hpp"

namespace jacquard::train {
namespace {

using workload::Captured;
using workload::OpLabel;
using workload::StepOp;

// Kernels of works that are more than one. Experts: routing, sorting and summing of rows; a product
// each for every expert of the device, forward twice, backward four times, and as many casts below
// bf16 (Transformer Engine's grouped linear).
constexpr double kExpertKernels = 30;
constexpr double kForwardProducts = 2;
constexpr double kBackwardProducts = 4;
constexpr double kAttentionBackward = 3;

// Functions of the framework, as Megatron-core's layer calls them forward; backward there are as
// many. Experts: from the tokens' counts on, both grouped matrices and what stands between them.
constexpr double kExpertCalls = 7;
constexpr double kRouterCalls = 22;    // gate, choice, losses, maps, counts
constexpr double kAllToAllCalls = 8;   // with sorting by expert, and back
constexpr double kTokenPathCalls = 3;  // DeepEP, HybridEP
constexpr double kAttentionCalls = 3;  // products; also norms of heads and positions

bool is_experts(const workload::ComputeWork& work) {
  return std::holds_alternative<workload::ExpertWork>(work);
}

double kernels_of(const workload::ComputeWork& work) {
  if (const auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    const double own = static_cast<double>(experts->experts) / experts->expert_parallel;
    const double products = experts->backward ? kBackwardProducts : kForwardProducts;
    const double casts = workload::bytes_per_value(experts->type) < 2 ? products : 0;
    return kExpertKernels + own * (products + casts);
  }
  if (const auto* attention = std::get_if<workload::AttentionWork>(&work)) {
    return attention->backward ? kAttentionBackward : 1;
  }
  return 1;
}

double calls_of(OpLabel label, bool sends_tokens) {
  switch (label) {
    case OpLabel::attention_norm:
    case OpLabel::ffn_norm:
    case OpLabel::attention_out:
      return 2;
    case OpLabel::qkv:
    case OpLabel::attention:
      return kAttentionCalls;
    case OpLabel::router:
      return kRouterCalls;
    case OpLabel::experts:
      return kExpertCalls;
    case OpLabel::ep_dispatch:
    case OpLabel::ep_combine:
      return sends_tokens ? kTokenPathCalls : kAllToAllCalls;
    case OpLabel::cast:
      return 0;
    default:
      return 1;
  }
}

// Whether kernels of this purpose are within a graph.
bool is_captured(Captured captured, OpLabel label) {
  if (captured == Captured::nothing || captured == Captured::step)
    return captured == Captured::step;
  const bool mixes = label == OpLabel::attention_norm || label == OpLabel::qkv ||
                     label == OpLabel::attention || label == OpLabel::attention_out;
  const bool routes = label == OpLabel::ffn_norm || label == OpLabel::router;
  return (mixes && captured != Captured::router) || (routes && captured != Captured::mixer);
}

// A layer's pass.
struct Pass {
  double host = 0;
  double device = 0;
  double calls = 0;
  bool reads_counts = false;  // of the experts' tokens
};

class Launches {
 public:
  Launches(const workload::StepProgram& program, const workload::SoftwareKeys& software,
           double host_time, const std::vector<engine::step::CommTime>& comms)
      : program_(program),
        software_(software),
        launch_(host_time * static_cast<double>(software.launch.count())),
        call_(host_time * static_cast<double>(software.call.count())),
        comms_(comms) {}

  void add(const StepOp& op, const std::vector<base::Picoseconds>& works, Pass& pass) const {
    const bool counts = !is_captured(software_.captured, op.label);
    const bool computes = op.kind == workload::OpKind::compute;
    if (!computes && op.kind != workload::OpKind::collective) return;
    const bool exchanges = !computes && op.stream == workload::kExpertStream;
    if (computes) {
      pass.device += static_cast<double>(base::at(works, op.work).count());
      pass.reads_counts = pass.reads_counts || reads_counts(op);
    } else if (exchanges) {
      pass.device += waited() * static_cast<double>(base::at(comms_, op.work).time.count());
    }
    if (!counts) return;
    pass.host += launch_ * (computes ? kernels_of(base::at(program_.works, op.work)) : 1);
    if (op.phase != workload::Phase::forward && op.label != OpLabel::recompute) return;
    pass.calls += (exchanges ? waited() : 1) * calls(op, computes);
  }

  base::Picoseconds beyond_device(const Pass& pass) const {
    const double late = pass.host + call_ * pass.calls - pass.device;
    // The host starts the experts only when it knows how many tokens they have: meanwhile the
    // device waits, unless another micro-batch is there.
    const bool idles =
        pass.reads_counts && !software_.experts_beside && software_.captured != Captured::step;
    return base::Picoseconds{
        static_cast<std::int64_t>(std::max({late, idles ? kExpertCalls * call_ : 0.0, 0.0}))};
  }

 private:
  bool reads_counts(const StepOp& op) const {
    const bool forward = op.phase == workload::Phase::forward || op.label == OpLabel::recompute;
    return forward && is_experts(base::at(program_.works, op.work));
  }
  double waited() const { return software_.experts_beside ? workload::kHiddenExchange : 1; }
  double calls(const StepOp& op, bool computes) const {
    const bool again = computes && is_experts(base::at(program_.works, op.work));
    return again ? kExpertCalls
                 : calls_of(op.label, software_.expert_path != workload::ExpertPath::all_to_all);
  }

  const workload::StepProgram& program_;
  const workload::SoftwareKeys& software_;
  double launch_;
  double call_;
  const std::vector<engine::step::CommTime>& comms_;
};

}  // namespace

void price_launches(const workload::StepProgram& program, const workload::SoftwareKeys& software,
                    const Npu& npu, const std::vector<engine::step::CommTime>& comms,
                    std::vector<base::Picoseconds>& works) {
  const Launches launches(program, software, npu.device ? npu.device->host_time : 1, comms);
  for (const workload::ClassProgram& of_class : program.classes) {
    std::map<int, double> forward_calls;  // of each layer
    Pass pass;
    for (const StepOp& op : of_class.ops) {
      if (op.layer < 0) continue;  // the embedding and the loss
      if (op.label != OpLabel::other || op.kind != workload::OpKind::compute) {
        launches.add(op, works, pass);
        continue;
      }
      if (op.phase == workload::Phase::forward) {
        forward_calls[op.layer] = pass.calls;
      } else {
        pass.calls += forward_calls[op.layer];
      }
      base::at(works, op.work) = launches.beyond_device(pass);
      pass = {};
    }
  }
}

}  // namespace jacquard::train
