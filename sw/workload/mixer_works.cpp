// SPDX-License-Identifier: Apache-2.0
// The works of what mixes tokens: attention of every kind, and linear attention.
#include <algorithm>
#include <cmath>

#include "jacquard/workload/mixers.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

NumberType type_of_attention(const StepRequest& r, const WorkAdder& adder) {
  const bool fp8 = r.software.attention_type == NumberType::fp8 && bytes_per_value(r.type) < 2;
  return fp8 && r.kind == StepKind::train ? NumberType::fp8 : adder.type_outside_linear();
}

// Sequences of a micro-batch, of each the queries on this NPU and the keys they read, and its
// tokens on all NPUs.
struct Extent {
  double sequences = 1;
  double queries = 0;
  double keys = 0;
  double whole = 0;
};

// Of causal attention over cp, each member has early and late queries (zigzag), so that all do the
// same: as many pairs as if its queries were the last of (s + s / cp) / 2 keys.
Extent extent_of(const StepRequest& r, double sequences, double sequence) {
  if (r.kind == StepKind::decode) return {sequences, 1, sequence + 1, sequence};
  const double queries = sequence / r.parallelism.cp;
  return {sequences, queries, r.model.encoder ? sequence : (sequence + queries) / 2, sequence};
}

// COSMIC's generator has no products of attention, only operations on each of their values: 3 for
// Q forward, 6 for each of three gradients.
void add_counted_products(double queries, double keys, WorkAdder& adder,
                          AttentionProducts& products) {
  products.forward[0] = adder.add(ElementwiseWork{3 * queries, queries});
  products.backward[0] = adder.add(ElementwiseWork{18 * queries, queries + 2 * keys});
}

// As frameworks had it before FlashAttention: a head's scores are written and read, all of them,
// whether masked or not. Softmax with scale and mask is one kernel, dropout another.
void add_stored_products(const StepRequest& r, const Extent& extent, const AttentionHeads& h,
                         WorkAdder& adder, AttentionProducts& products) {
  const double keys = extent.whole;
  const double queries = extent.queries;
  const double head = h.key;
  const double count = extent.sequences * h.heads / r.parallelism.tp;
  const bool dropout = has_dropout(r.model);
  const Both softmax = adder.elementwise(count * queries * keys, dropout ? 9 : 4, dropout ? 11 : 6);
  products.forward = {adder.gemm(queries, keys, head, count), softmax.forward,
                      adder.gemm(queries, head, keys, count)};
  products.backward = {adder.gemm(keys, head, queries, count),
                       adder.gemm(queries, keys, head, count), softmax.backward,
                       adder.gemm(queries, head, keys, count),
                       adder.gemm(keys, head, queries, count)};
}

// Attention in chunks is that of as many short sequences, the last of which may be cut: as many
// pairs as so many whole ones have. Members of cp share them out. Decoding is halfway through one.
Extent within_chunks(const StepRequest& r, const Extent& e, double chunk) {
  if (r.kind == StepKind::decode) {
    return {e.sequences, e.queries, e.keys > chunk ? chunk / 2 : e.keys, e.whole};
  }
  if (e.whole <= chunk) return e;
  const double whole = std::floor(e.whole / chunk);
  const double rest = e.whole / chunk - whole;
  return {e.sequences * (whole + rest * rest) / r.parallelism.cp, chunk, chunk, chunk};
}

// Where a query sees few keys, a part of a sequence has as many pairs as its share of the whole.
Extent shared_out(const StepRequest& r, const Extent& e) {
  if (r.kind == StepKind::decode || r.parallelism.cp == 1) return e;
  return {e.sequences / r.parallelism.cp, e.whole, e.whole, e.whole};
}

void exchange_keys(const StepRequest& r, double bytes, WorkAdder& adder, AttentionWorks& works) {
  works.kv_gather = adder.communicate(CollectiveKind::all_gather, bytes, mask_of(Axis::cp));
  works.kv_scatter = adder.communicate(CollectiveKind::reduce_scatter, bytes * r.parallelism.cp,
                                       mask_of(Axis::cp));
}

// Of queries on one NPU, and of keys and values.
double heads_on_npu(const StepRequest& r, const AttentionHeads& h) {
  return double(h.heads) / r.parallelism.tp;
}
double kv_heads_on_npu(const StepRequest& r, const AttentionHeads& h) {
  return std::max(1.0, double(h.kv_heads) / r.parallelism.tp);
}

AttentionProducts grouped_products(const StepRequest& r, const StepPlan& plan, Mixer mixer,
                                   Extent extent, WorkAdder& adder) {
  const Model& m = r.model;
  const AttentionHeads h = m.attention(mixer);
  const double heads = heads_on_npu(r, h);
  AttentionProducts products;
  if (mixer == Mixer::chunk) extent = within_chunks(r, extent, m.window);
  if (keys_seen(m, mixer) > 0) extent = shared_out(r, extent);
  if (adder.macs()) {
    add_counted_products(plan.tokens * heads * h.key,
                         plan.tokens * r.parallelism.cp * heads * h.key, adder, products);
  } else if (!m.fused_attention && r.kind == StepKind::train) {
    add_stored_products(r, extent, h, adder, products);
  } else {
    AttentionWork work{extent.sequences,
                       extent.queries,
                       extent.keys,
                       heads,
                       kv_heads_on_npu(r, h),
                       h.key,
                       h.value,
                       keys_seen(m, mixer),
                       !m.encoder,
                       false,
                       type_of_attention(r, adder),
                       r.kv_type,
                       r.kind != StepKind::train};
    products.forward[0] = adder.add(work);
    work.backward = true;
    products.backward[0] = adder.add(work);
  }
  return products;
}

void add_grouped(const StepRequest& r, const StepPlan& plan, Mixer mixer, WorkAdder& adder,
                 AttentionWorks& works) {
  const Model& m = r.model;
  const AttentionHeads h = m.attention(mixer);
  const double heads = heads_on_npu(r, h);
  const double kv_heads = kv_heads_on_npu(r, h);
  const double kv_values = kv_heads * h.key_and_value();
  const double gate = m.output_gate ? heads * h.value : 0;
  const IndexWidths index = index_widths(m, mixer);
  works.qkv = adder.linear_of(MatrixOf::qkv, plan.tokens, m.hidden,
                              (m.query_rank > 0 ? m.query_rank : heads * h.key) + kv_values + gate +
                                  index.key + index.queries);
  if (m.query_rank > 0) {
    works.q_up = adder.linear_of(MatrixOf::qkv, plan.tokens, m.query_rank, heads * h.key);
  }
  if (r.parallelism.recompute == Recompute::alternate && r.kind == StepKind::train) {
    works.keys_again = adder.linear(plan.tokens, m.hidden, kv_heads * h.key).forward;
  }
  if (m.positions == 0 && !m.encoder) {
    // In training norms of single heads are kernels of their own.
    const bool norms = m.head_norms && r.kind == StepKind::train;
    works.rotary = adder.elementwise(plan.tokens * ((heads + kv_heads) * h.key + gate),
                                     norms ? 8 : 4, norms ? 10 : 4);
  }
  works.out = adder.linear_of(MatrixOf::attention_out, plan.tokens, heads * h.value, m.hidden);
  exchange_keys(r, plan.tokens * kv_values * adder.value_bytes(), adder, works);
}

LinearAttentionWork linear_on_npu(const StepRequest& r, const Extent& extent) {
  LinearAttentionWork work = linear_work(r.model);
  work.batch = extent.sequences;
  work.queries = extent.queries;
  work.heads /= r.parallelism.tp;
  work.key_heads /= r.parallelism.tp;
  work.decode = r.kind == StepKind::decode;
  return work;
}

AttentionProducts linear_products(LinearAttentionWork work, WorkAdder& adder) {
  AttentionProducts products;
  products.forward[0] = adder.add(work);
  work.backward = true;
  products.backward[0] = adder.add(work);
  return products;
}

// The state goes from one part of a sequence to the next, instead of keys and values.
void add_linear_mixer(const StepRequest& r, const StepPlan& plan, const Extent& extent,
                      WorkAdder& adder, AttentionWorks& works) {
  const Model& m = r.model;
  const LinearSizes& l = m.linear;
  const double tp = r.parallelism.tp;
  const double values = double(l.value_heads) * l.value_size / tp;
  const double qk = 2.0 * l.key_heads * l.key_size / tp;
  works.qkv = adder.linear_of(
      MatrixOf::qkv, plan.tokens, m.hidden,
      qk + values + linear_output_gate(m) / (l.gate_rank > 0 ? 1 : tp) + linear_gates(m) / tp);
  if (linear_rank(m) > 0) {
    works.q_up = adder.linear_of(MatrixOf::qkv, plan.tokens, linear_rank(m), qk / 2);
  }
  if (l.gate_rank > 0) {
    works.kv_up = adder.linear_of(MatrixOf::qkv, plan.tokens, l.gate_rank, values);
  }
  works.rotary = adder.elementwise(plan.tokens * values, 6, 10);
  works.out = adder.linear_of(MatrixOf::attention_out, plan.tokens, values, m.hidden);
  const double state = linear_work(m).state_bytes;
  exchange_keys(r, extent.sequences * values * l.key_size * state, adder, works);
}

void add_indexer(const StepRequest& r, const Extent& extent, WorkAdder& adder,
                 AttentionProducts& products) {
  AttentionWork scores = index_scores(r.model, extent.sequences, extent.queries, extent.keys);
  products.forward = {adder.add(scores), adder.add(index_choice(scores)), products.forward[0]};
  scores.backward = true;
  products.backward[1] = adder.add(scores);
}

// The projections of decoding are absorbed: a head's query is brought into the compressed form,
// and what it reads out of it.
void add_absorbed(const StepRequest& r, const StepPlan& plan, WorkAdder& adder,
                  AttentionWorks& works) {
  const LatentSizes& l = r.model.latent;
  const double heads = double(r.model.heads) / r.parallelism.tp;
  works.kv_up.forward = adder.gemm(plan.tokens, l.kv_rank, l.nope, heads);
  works.out.forward = adder.gemm(plan.tokens, r.model.hidden, heads * l.value);
  works.value_up.forward = adder.gemm(plan.tokens, l.value, l.kv_rank, heads);
}

AttentionProducts latent_products(const StepRequest& r, const Extent& extent, WorkAdder& adder) {
  const Model& m = r.model;
  const LatentSizes& l = m.latent;
  LatentAttentionWork work{extent.sequences,
                           extent.queries,
                           extent.keys,
                           double(m.heads) / r.parallelism.tp,
                           double(l.kv_rank),
                           double(l.rope),
                           double(l.nope),
                           double(l.value),
                           r.kind == StepKind::decode,
                           false,
                           type_of_attention(r, adder),
                           r.kv_type,
                           double(m.index.top_k)};
  AttentionProducts products;
  products.forward[0] = adder.add(work);
  work.backward = true;
  products.backward[0] = adder.add(work);
  return products;
}

void add_latent(const StepRequest& r, const StepPlan& plan, WorkAdder& adder,
                AttentionWorks& works) {
  const Model& m = r.model;
  const LatentSizes& l = m.latent;
  const double heads = double(m.heads) / r.parallelism.tp;
  const double head = m.size_of_head();
  const IndexWidths index = index_widths(m, Mixer::attention);
  const double gate = m.output_gate ? heads * l.value : 0;
  const double queries = l.q_rank > 0 ? l.q_rank : heads * head + index.queries;
  works.qkv = adder.linear_of(MatrixOf::qkv, plan.tokens, m.hidden,
                              queries + l.kv_rank + l.rope + index.key + gate);
  if (l.q_rank > 0) {
    works.q_up =
        adder.linear_of(MatrixOf::qkv, plan.tokens, l.q_rank, heads * head + index.queries);
  }
  works.rotary = adder.elementwise(plan.tokens * ((heads + 1) * l.rope + gate), 4, 4);
  const bool decode = r.kind == StepKind::decode;
  if (decode) {
    add_absorbed(r, plan, adder, works);
  } else {
    // Each member of cp expands the keys of the whole sequence.
    works.kv_up = adder.linear_of(MatrixOf::qkv, plan.tokens * r.parallelism.cp, l.kv_rank,
                                  heads * (l.nope + l.value));
    works.out = adder.linear_of(MatrixOf::attention_out, plan.tokens, heads * l.value, m.hidden);
  }
  exchange_keys(
      r, plan.tokens * (l.kv_rank + l.rope + m.index_share() * m.index.size) * adder.value_bytes(),
      adder, works);
}

AttentionProducts products_of(const StepRequest& r, const StepPlan& plan, Mixer mixer,
                              const Extent& extent, WorkAdder& adder) {
  if (mixer == Mixer::linear) return linear_products(linear_on_npu(r, extent), adder);
  AttentionProducts products = r.model.is_latent()
                                   ? latent_products(r, extent, adder)
                                   : grouped_products(r, plan, mixer, extent, adder);
  if (r.model.is_sparse() && mixer == Mixer::attention) add_indexer(r, extent, adder, products);
  return products;
}

// As many pairs of queries and keys as its documents have: as if all were as long as a token's
// document is on average. States of linear attention take tokens one by one.
std::vector<AttentionProducts> packed_products(const StepRequest& r, const StepPlan& plan,
                                               Mixer mixer, WorkAdder& adder) {
  std::vector<AttentionProducts> packed;
  if (mixer == Mixer::linear) return packed;
  for (const double length : r.packed) {
    const double sequences = double(plan.micro_batch) * r.tokens() / length;
    packed.push_back(products_of(r, plan, mixer, extent_of(r, sequences, length), adder));
  }
  return packed;
}

}  // namespace

AttentionWorks add_mixer(const StepRequest& r, const StepPlan& plan, Mixer mixer,
                         WorkAdder& adder) {
  AttentionWorks works;
  if (mixer == Mixer::none) return works;
  works.norm = add_norm(r, plan, adder);
  const Extent extent = extent_of(r, plan.micro_batch, r.tokens());
  if (mixer == Mixer::linear) {
    add_linear_mixer(r, plan, extent, adder, works);
  } else if (r.model.is_latent()) {
    add_latent(r, plan, adder, works);
  } else {
    add_grouped(r, plan, mixer, adder, works);
  }
  works.products = products_of(r, plan, mixer, extent, adder);
  works.packed = packed_products(r, plan, mixer, adder);
  return works;
}

}  // namespace jacquard::workload
