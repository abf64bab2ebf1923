// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {

std::vector<ServingOp> expert_ops(const Deployment& d, double all_tokens) {
  const workload::Model& m = d.model;
  OpList ops;
  if (all_tokens <= 0) return {};
  workload::ExpertWork work;
  work.tokens = all_tokens;
  work.hidden = m.expert_width();
  work.inner = m.experts.inner;
  work.top_k = m.experts.top_k;
  work.experts = m.experts.count;
  work.tensor_parallel = expert_tp_of(d);
  work.expert_parallel = expert_ep_of(d);
  work.gated = m.gated;
  work.skew = d.expert_skew;
  work.type = d.precision.experts;
  ops.add(workload::OpLabel::experts, work);
  return ops.take();
}

// Groups that attend by themselves gather all tokens before experts, and reduce-scatter results
// behind: what vLLM and TensorRT-LLM do where no kernel of DeepEP is asked for. Members of one
// group have all tokens already, and add up by an all-reduce.
std::vector<ServingOp> exchange_ops(const Deployment& d, double tokens) {
  using workload::CollectiveKind;
  using workload::OpLabel;
  OpList ops;
  const double bytes = tokens * d.model.expert_width() * 2.0;
  const int npus = d.npus_of_a_stage();
  if (d.attention_dp == 1) {
    ops.all_reduce(OpLabel::ep_combine, npus, bytes);
    return ops.take();
  }
  ops.communicate(OpLabel::ep_dispatch, CollectiveKind::all_gather, npus, bytes / d.tp);
  ops.communicate(OpLabel::ep_combine, CollectiveKind::reduce_scatter, npus,
                  bytes * d.attention_dp);
  return ops.take();
}

}  // namespace jacquard::serve
