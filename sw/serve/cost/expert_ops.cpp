// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "jacquard/serve/cost/captured.hpp"
#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/over_nodes.hpp"
#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {
namespace {

// DeepEP (DeepSeek-AI, 2025): its low-latency kernels in captured steps, the others beyond. NPUs
// of a group have a part of its tokens each, which they gather again behind the experts.
void add_sent(OpList& ops, const Deployment& d, double tokens) {
  cost::ExpertExchange exchange;
  const int npus = d.npus_of_a_stage() + d.expert_npus;
  exchange.gpus_per_node = npus_in_each_node(npus, d.node);
  exchange.nodes = npus / exchange.gpus_per_node;
  exchange.mode = tokens <= kMostCaptured && !d.eager ? cost::ExchangeMode::low_latency
                                                      : cost::ExchangeMode::normal;
  exchange.hidden = d.model.expert_width();
  exchange.tokens = tokens / d.tp * d.expert_imbalance;
  if (d.expert_npus > 0) {
    const double received = tokens * d.attention_dp / d.expert_npus * d.expert_imbalance;
    exchange.tokens = std::max(tokens / d.tp, received);
    exchange.apart = d.expert_npus;
    exchange.mode = cost::ExchangeMode::low_latency;  // from GPU to GPU, as both papers have it
  }
  exchange.top_k = d.model.experts.top_k;
  exchange.experts = placed_experts(d);
  exchange.network = d.network;
  exchange.fp8_dispatch = workload::bytes_per_value(d.precision.experts) <= 1;
  Communication there{workload::CollectiveKind::all_to_all, npus,
                      base::Bytes{std::llround(exchange.tokens * exchange.top_k * exchange.hidden *
                                               (exchange.fp8_dispatch ? 1 : 2))},
                      exchange, false};
  ops.add(workload::OpLabel::ep_dispatch, there);
  Communication back = there;
  back.bytes = base::Bytes{std::llround(exchange.tokens * exchange.top_k * exchange.hidden * 2.0)};
  back.back = true;
  ops.add(workload::OpLabel::ep_combine, back);
  ops.communicate(workload::OpLabel::ep_combine, workload::CollectiveKind::all_gather, d.tp,
                  tokens * exchange.hidden * 2.0 / d.tp);
}

}  // namespace

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
  if (tokens > 0 && sends_to_experts(d)) {
    add_sent(ops, d, tokens);
    return ops.take();
  }
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
