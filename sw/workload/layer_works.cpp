// SPDX-License-Identifier: Apache-2.0
// The works of a layer: attention, the dense feed-forward, experts.
#include <algorithm>

#include "jacquard/workload/expert_loads.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

// Sequences of a micro-batch, and of each the queries on this NPU and the keys they read.
struct Extent {
  double sequences = 1;
  double queries = 0;
  double keys = 0;
};

// Of causal attention over cp, each member has early and late queries (zigzag), so that all do the
// same: as many pairs as if its queries were the last of (s + s / cp) / 2 keys.
Extent extent_of(const StepRequest& r, const StepPlan& plan) {
  const double sequence = r.tokens();
  const double sequences = plan.micro_batch;
  if (r.kind == StepKind::decode) return {sequences, 1, sequence + 1};
  const double queries = sequence / r.parallelism.cp;
  return {sequences, queries, r.model.encoder ? sequence : (sequence + queries) / 2};
}

double heads_on_npu(const StepRequest& r) {
  return static_cast<double>(r.model.heads) / r.parallelism.tp;
}

double kv_heads_on_npu(const StepRequest& r) {
  return std::max(1.0, static_cast<double>(r.model.kv_head_count()) / r.parallelism.tp);
}

// COSMIC's generator has no products of attention, only operations on each of their values: 3 for
// Q forward, 6 for each of three gradients.
void add_counted_products(double queries, double keys, WorkAdder& adder, AttentionWorks& works) {
  works.products[0] = adder.add(ElementwiseWork{3 * queries, queries});
  works.products_backward[0] = adder.add(ElementwiseWork{18 * queries, queries + 2 * keys});
}

// As frameworks had it before FlashAttention: a head's scores are written and read, all of them,
// whether masked or not. Softmax with scale and mask is one kernel, dropout another.
void add_stored_products(const StepRequest& r, const Extent& extent, double heads, WorkAdder& adder,
                         AttentionWorks& works) {
  const double keys = r.tokens();
  const double queries = extent.queries;
  const double head = r.model.size_of_head();
  const double count = extent.sequences * heads;
  const bool dropout = has_dropout(r.model);
  const Both softmax = adder.elementwise(count * queries * keys, dropout ? 9 : 4, dropout ? 11 : 6);
  works.products = {adder.gemm(queries, keys, head, count), softmax.forward,
                    adder.gemm(queries, head, keys, count)};
  works.products_backward = {adder.gemm(keys, head, queries, count),
                             adder.gemm(queries, keys, head, count), softmax.backward,
                             adder.gemm(queries, head, keys, count),
                             adder.gemm(keys, head, queries, count)};
}

void add_grouped(const StepRequest& r, const StepPlan& plan, const Extent& extent, WorkAdder& adder,
                 AttentionWorks& works) {
  const Model& m = r.model;
  const double head = m.size_of_head();
  const double heads = heads_on_npu(r);
  const double kv_heads = kv_heads_on_npu(r);
  works.qkv = adder.linear(plan.tokens, m.hidden, (heads + 2 * kv_heads) * head);
  if (r.parallelism.recompute == Recompute::alternate && r.kind == StepKind::train) {
    works.keys_again = adder.linear(plan.tokens, m.hidden, kv_heads * head).forward;
  }
  if (m.positions == 0 && !m.encoder) {
    works.rotary = adder.elementwise(plan.tokens * (heads + kv_heads) * head, 4, 4);
  }
  if (adder.macs()) {
    add_counted_products(plan.tokens * heads * head, plan.tokens * r.parallelism.cp * heads * head,
                         adder, works);
  } else if (!m.fused_attention && r.kind == StepKind::train) {
    add_stored_products(r, extent, heads, adder, works);
  } else {
    AttentionWork work{extent.sequences,
                       extent.queries,
                       extent.keys,
                       heads,
                       kv_heads,
                       head,
                       head,
                       double(m.window),
                       !m.encoder,
                       false,
                       adder.type_outside_linear(),
                       r.kv_type,
                       r.kind != StepKind::train};
    works.products[0] = adder.add(work);
    work.backward = true;
    works.products_backward[0] = adder.add(work);
  }
  works.out = adder.linear(plan.tokens, heads * head, m.hidden);
  const double kv = 2 * plan.tokens * kv_heads * head * adder.value_bytes();
  works.kv_gather = adder.communicate(CollectiveKind::all_gather, kv, mask_of(Axis::cp));
  works.kv_scatter =
      adder.communicate(CollectiveKind::reduce_scatter, kv * r.parallelism.cp, mask_of(Axis::cp));
}

// The projections of decoding are absorbed: a head's query is brought into the compressed form,
// and what it reads out of it.
void add_absorbed(const StepRequest& r, const StepPlan& plan, WorkAdder& adder,
                  AttentionWorks& works) {
  const LatentSizes& l = r.model.latent;
  const double heads = heads_on_npu(r);
  works.kv_up.forward = adder.gemm(plan.tokens, l.kv_rank, l.nope, heads);
  works.out.forward = adder.gemm(plan.tokens, r.model.hidden, heads * l.value);
  works.value_up.forward = adder.gemm(plan.tokens, l.value, l.kv_rank, heads);
}

void add_latent(const StepRequest& r, const StepPlan& plan, const Extent& extent, WorkAdder& adder,
                AttentionWorks& works) {
  const Model& m = r.model;
  const LatentSizes& l = m.latent;
  const double heads = heads_on_npu(r);
  const double head = m.size_of_head();
  const double queries = l.q_rank > 0 ? l.q_rank : heads * head;
  works.qkv = adder.linear(plan.tokens, m.hidden, queries + l.kv_rank + l.rope);
  if (l.q_rank > 0) works.q_up = adder.linear(plan.tokens, l.q_rank, heads * head);
  works.rotary = adder.elementwise(plan.tokens * (heads + 1) * l.rope, 4, 4);
  const bool decode = r.kind == StepKind::decode;
  if (decode) {
    add_absorbed(r, plan, adder, works);
  } else {
    // Each member of cp expands the keys of the whole sequence.
    works.kv_up =
        adder.linear(plan.tokens * r.parallelism.cp, l.kv_rank, heads * (l.nope + l.value));
    works.out = adder.linear(plan.tokens, heads * l.value, m.hidden);
  }
  LatentAttentionWork work{extent.sequences,
                           extent.queries,
                           extent.keys,
                           heads,
                           double(l.kv_rank),
                           double(l.rope),
                           double(l.nope),
                           double(l.value),
                           decode,
                           false,
                           adder.type_outside_linear(),
                           r.kv_type};
  works.products[0] = adder.add(work);
  work.backward = true;
  works.products_backward[0] = adder.add(work);
  const double kv = plan.tokens * (l.kv_rank + l.rope) * adder.value_bytes();
  works.kv_gather = adder.communicate(CollectiveKind::all_gather, kv, mask_of(Axis::cp));
  works.kv_scatter =
      adder.communicate(CollectiveKind::reduce_scatter, kv * r.parallelism.cp, mask_of(Axis::cp));
}

}  // namespace

bool has_dropout(const Model& m) { return !m.gated && m.layer_norm; }

// With the addition before it. Without dropout one kernel reads two rows and writes two, as its
// gradient does. With it an addition with dropout (7 bytes a value: two read, one written, a mask)
// precedes the norm, and the gradients of both and of the residual are kernels of their own.
Both add_norm(const StepRequest& r, const StepPlan& plan, WorkAdder& adder) {
  const bool dropout = has_dropout(r.model) && r.kind == StepKind::train;
  return adder.elementwise(tokens_outside_tp(r, plan) * r.model.hidden, dropout ? 11 : 8,
                           dropout ? 17 : 8);
}

AttentionWorks add_attention(const StepRequest& r, const StepPlan& plan, WorkAdder& adder) {
  AttentionWorks works;
  works.norm = add_norm(r, plan, adder);
  const Extent extent = extent_of(r, plan);
  if (r.model.is_latent()) {
    add_latent(r, plan, extent, adder, works);
  } else {
    add_grouped(r, plan, extent, adder, works);
  }
  return works;
}

FeedForwardWorks add_feed_forward(const Model& m, double rows, double inner, int tp,
                                  WorkAdder& adder) {
  FeedForwardWorks works;
  if (inner <= 0) return works;
  const double part = inner / tp;
  works.up = adder.linear(rows, m.hidden, (m.gated ? 2 : 1) * part);
  // Forward: reads one or two, writes one. Backward: reads those and the gradient, writes theirs.
  works.activation = adder.elementwise(rows * part, m.gated ? 6 : 4, m.gated ? 10 : 6);
  works.down = adder.linear(rows, part, m.hidden);
  works.again = m.gated ? adder.linear(rows, m.hidden, part).forward : works.down.forward;
  return works;
}

namespace {

// Serving engines sort the tokens of all devices on each. Training sorts those that arrived: where
// none is busier than others, rows of one choice for the experts that the device has.
ExpertWork expert_work(const StepRequest& r, const StepPlan& plan, const WorkAdder& adder) {
  const Model& m = r.model;
  const Parallelism& p = r.parallelism;
  const double tokens = plan.tokens * p.ep * (p.folds(Axis::cp) ? p.cp : 1);
  ExpertWork work;
  work.tokens = tokens;
  work.hidden = m.hidden;
  work.inner = m.experts.inner;
  work.top_k = m.experts.top_k;
  work.experts = m.experts.count;
  work.tensor_parallel = p.expert_tp();
  work.expert_parallel = p.expert_parts();
  work.gated = m.gated;
  work.skew = r.expert_skew;
  work.type = r.type;
  if (r.kind != StepKind::train || r.expert_skew > 0 || adder.macs()) return work;
  work.tokens = tokens * m.experts.top_k / p.expert_parts();
  work.top_k = 1;
  work.experts = m.experts.count / p.expert_parts();
  work.expert_parallel = 1;
  return work;
}

}  // namespace

ExpertWorks add_experts(const StepRequest& r, const StepPlan& plan, WorkAdder& adder) {
  const Model& m = r.model;
  const Parallelism& p = r.parallelism;
  const double tokens = tokens_outside_tp(r, plan);
  const double rows = tokens * m.experts.top_k;
  ExpertWorks works;
  works.router = adder.wide_linear(tokens, m.hidden, m.experts.count);
  works.activation = adder.elementwise(plan.tokens * m.experts.top_k * m.experts.inner / p.tp,
                                       m.gated ? 6 : 4, m.gated ? 10 : 6);
  const ExpertWork work = expert_work(r, plan, adder);
  ExpertWork backward = work;
  backward.backward = true;
  if (adder.macs()) {
    const Amounts amounts = amounts_of(work);
    works.products.forward = adder.add(ElementwiseWork{amounts.flops / 2, rows * m.hidden});
    works.products.backward = adder.add(ElementwiseWork{amounts.flops, 2 * rows * m.hidden});
    works.gradient = works.products.forward;
  } else {
    works.products.forward = adder.add(work);
    works.gradient = works.products.forward;  // of one operand: as many products as forward
    works.products.backward = adder.add(backward);
  }
  works.shared = add_feed_forward(m, plan.tokens, m.experts.shared_inner, p.tp, adder);
  if (m.experts.shared_inner > 0) works.sum = adder.elementwise(tokens * m.hidden, 6, 0);
  // The busiest device's port is the bottleneck of a skewed exchange.
  const double bytes = rows * m.hidden * adder.value_bytes() * busiest_over_mean(work);
  AxisMask ep = mask_of(Axis::ep);
  for (const Axis axis : p.fold) ep = static_cast<AxisMask>(ep | mask_of(axis));
  works.dispatch = adder.communicate(CollectiveKind::all_to_all, bytes, ep, r.expert_skew);
  works.combine = works.dispatch;
  if (!shares_tokens(r) || p.expert_tp() == 1) return works;
  const AxisMask tp = mask_of(Axis::tp);
  works.gather = adder.communicate(CollectiveKind::all_gather, bytes, tp);
  works.scatter = adder.communicate(CollectiveKind::reduce_scatter, bytes * p.tp, tp);
  return works;
}

}  // namespace jacquard::workload
