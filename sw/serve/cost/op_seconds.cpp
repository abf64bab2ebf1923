// SPDX-License-Identifier: Apache-2.0
#include <string>

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
  const bool by_law = c.npus <= d.node && d.law != systems::Law::links;
  return by_law ? within_node(d, c, captured) : over_nodes(d, c);
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

// Whose public checkpoints in fp8 have scales of blocks, so that a kernel finds those of
// activations in TensorRT-LLM too. Others are quantised by NVIDIA with scales known ahead.
bool published_in_blocks(const std::string& model) {
  for (const char* family : {"deepseek", "qwen3", "minimax", "glm", "kimi"}) {
    if (model.rfind(family, 0) == 0) return true;
  }
  return false;
}

}  // namespace

base::Seconds seconds_of(const Deployment& d, const ServingOp& op, bool captured) {
  if (const auto* c = std::get_if<Communication>(&op.what)) {
    return communication_time(d, *c, captured);
  }
  const workload::ComputeWork work = as_launched(std::get<workload::ComputeWork>(op.what));
  if (const auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    return expert_seconds(d, *experts, captured);
  }
  cost::Software software = d.software;
  const bool product = std::holds_alternative<workload::GemmWork>(work);
  if (product && software == cost::Software::trtllm && published_in_blocks(d.model.name)) {
    software = cost::Software::vllm;
  }
  return cost::seconds_of(d.device, work, {cost::Launch::streamed, software, true});
}

}  // namespace jacquard::serve
