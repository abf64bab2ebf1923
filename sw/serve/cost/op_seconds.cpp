// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/custom_all_reduce.hpp"
#include "jacquard/cost/duration.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/serve/cost/expert_seconds.hpp"
#include "jacquard/serve/cost/over_nodes.hpp"
#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {
namespace {

using workload::CollectiveKind;

base::Seconds within_node(const Deployment& d, const Communication& c, bool captured) {
  if (c.kind == CollectiveKind::all_reduce) {
    return cost::custom_all_reduce(d.device, {d.software, c.npus, c.bytes, captured});
  }
  return cost::node_collective(d.device, {c.kind, c.npus, c.bytes});
}

base::Seconds communication_time(const Deployment& d, const Communication& c, bool captured) {
  if (c.to_experts && d.law != systems::Law::links) {
    return c.back ? cost::combine_time(d.device, *c.to_experts)
                  : cost::dispatch_time(d.device, *c.to_experts);
  }
  const bool by_law = c.npus <= d.node && d.law != systems::Law::links;
  return by_law ? within_node(d, c, captured) : over_nodes(d, c);
}

// Whose time it takes to quantise what is multiplied. TensorRT-LLM's static scales of fp8 are there
// before a product, so its norm, activation and attention write fp8 and no kernel is left; but its
// layers with norms of heads (Qwen3) quantise apart, by 180 measured loops. Scales of blocks and of
// fp4 are found anew: the 9.8 us that were measured (docs/cost.md) are the host's, who prepares a
// graph's kernels once, so in a step they take as long as others'.
cost::Software quantised_by(const Deployment& d, const workload::ComputeWork& work) {
  const auto* gemm = std::get_if<workload::GemmWork>(&work);
  if (gemm == nullptr || d.software != cost::Software::trtllm) return d.software;
  const bool fused = gemm->type == workload::NumberType::fp8 && !d.model.head_norms;
  return fused ? d.software : cost::Software::vllm;
}

// Scales of blocks cost a product the host's time alone, which a graph hides. Experts in fp8 are
// published with scales of blocks, whatever a user calls them.
workload::ComputeWork as_launched(workload::ComputeWork work) {
  using workload::NumberType;
  if (auto* gemm = std::get_if<workload::GemmWork>(&work)) {
    if (gemm->type == NumberType::fp8_block) gemm->type = NumberType::fp8;
  }
  if (auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    if (experts->type == NumberType::fp8) experts->type = NumberType::fp8_block;
  }
  return work;
}

}  // namespace

base::Seconds seconds_of(const Deployment& d, const ServingOp& op, bool captured,
                         const workload::ExpertDeals* deals) {
  if (const auto* c = std::get_if<Communication>(&op.what)) {
    return communication_time(d, *c, captured);
  }
  const auto& asked = std::get<workload::ComputeWork>(op.what);
  const cost::Software software = quantised_by(d, asked);
  const workload::ComputeWork work = as_launched(asked);
  if (const auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    return expert_seconds(d, *experts, captured, deals);
  }
  return cost::seconds_of(d.device, work, {cost::Launch::streamed, software, true});
}

}  // namespace jacquard::serve
