// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/workload/mixers.hpp"

namespace jacquard::serve {
namespace {

using workload::Mixer;
using workload::OpLabel;

// `batch` sequences alike: so many queries of each, and keys, the queries' own included.
struct Group {
  double batch = 1;
  double queries = 0;
  double keys = 0;
  bool decode = false;
};

workload::ComputeWork latent_work(const Deployment& d, const Group& g) {
  const workload::Model& m = d.model;
  workload::LatentAttentionWork work;
  work.batch = g.batch;
  work.queries = g.queries;
  work.keys = g.keys;
  work.heads = static_cast<double>(m.heads) / d.tp;
  work.latent = m.latent.kv_rank;
  work.rope = m.latent.rope;
  work.head_size = m.latent.nope;
  work.value_size = m.latent.value;
  work.kv_type = d.precision.kv;
  // Its measured kernel on Hopper turns the whole fp8 cache to bf16 first; its servers' times per
  // token grow with the context as those of a bf16 cache do (30 loops on H200).
  if (d.software == cost::Software::trtllm && d.device.architecture == "hopper") {
    work.kv_type = workload::NumberType::bf16;
  }
  // Kernels of sparse attention read the compressed keys that were chosen, in prefill too.
  const bool chosen = m.is_sparse() && g.keys > m.index.top_k;
  work.decode = g.decode || chosen;
  work.most_keys = m.index.top_k;
  return work;
}

// Attention in chunks is that of short sequences; a query of decoding is halfway through one.
Group within_chunks(const Group& g, double chunk) {
  if (g.keys <= chunk) return g;
  // A query meets half a chunk on average, wherever in it the prompt's part begins.
  if (g.decode) return {g.batch, g.queries, chunk / 2, true};
  if (g.queries <= chunk) return {g.batch, g.queries, (chunk + g.queries) / 2, false};
  return {g.batch * g.queries / chunk, chunk, chunk, g.decode};
}

workload::ComputeWork grouped_work(const Deployment& d, Mixer mixer, Group g) {
  const workload::Model& m = d.model;
  const workload::AttentionHeads h = m.attention(mixer);
  if (mixer == Mixer::chunk) g = within_chunks(g, m.window);
  workload::AttentionWork work;
  work.batch = g.batch;
  work.queries = g.queries;
  work.keys = g.keys;
  work.heads = static_cast<double>(h.heads) / d.tp;
  work.kv_heads = kv_heads_of(d, mixer);
  work.head_size = h.key;
  work.value_size = h.value;
  work.window = workload::keys_seen(m, mixer);
  work.kv_type = d.precision.kv;
  work.cached = true;
  return work;
}

workload::ComputeWork linear_work(const Deployment& d, const Group& g) {
  workload::LinearAttentionWork work = workload::linear_work(d.model);
  work.batch = g.batch;
  work.queries = g.queries;
  work.heads /= d.tp;
  work.key_heads /= d.tp;
  work.decode = g.decode;
  return work;
}

void add_indexer(OpList& ops, const Deployment& d, const Group& g) {
  workload::AttentionWork scores = workload::index_scores(d.model, g.batch, g.queries, g.keys);
  scores.kv_type = workload::NumberType::fp8;
  ops.add(OpLabel::attention, scores);
  ops.add(OpLabel::attention, workload::index_choice(scores));
}

void add_group(OpList& ops, const Deployment& d, Mixer mixer, const Group& g) {
  if (mixer == Mixer::linear) return ops.add(OpLabel::attention, linear_work(d, g));
  if (mixer == Mixer::attention && d.model.is_sparse()) add_indexer(ops, d, g);
  ops.add(OpLabel::attention, d.model.is_latent() ? latent_work(d, g) : grouped_work(d, mixer, g));
}

}  // namespace

std::vector<ServingOp> mixer_ops(const Deployment& d, const StepLoad& load, Mixer mixer) {
  OpList ops;
  if (mixer == Mixer::none) return {};
  if (load.decodes > 0) {
    const double keys = static_cast<double>(load.decode_keys) / load.decodes;
    const double drafts = d.drafts.tokens;
    add_group(ops, d, mixer, {static_cast<double>(load.decodes), 1 + drafts, keys + drafts, true});
  }
  if (load.prompts.empty()) return ops.take();
  // One kernel has all chunks. It takes as long as equal chunks of the mean size whose number makes
  // up the scores, as tiles of one sequence fill processors that another leaves idle.
  double tokens = 0, keys = 0, scores = 0;
  for (const PromptChunk& chunk : load.prompts) {
    const double all = static_cast<double>(chunk.cached) + chunk.tokens;
    tokens += chunk.tokens;
    keys += all;
    scores += chunk.tokens * (all - chunk.tokens / 2.0);
  }
  if (tokens <= 0) return ops.take();
  const auto count = static_cast<double>(load.prompts.size());
  const double queries = tokens / count;
  const double mean_keys = keys / count;
  const double each = queries * (mean_keys - queries / 2);
  // A scan has no scores: its sequences are as many as there are.
  const double batch = mixer == Mixer::linear ? count : scores / each;
  add_group(ops, d, mixer, {batch, queries, mean_keys, queries <= 1});
  return ops.take();
}

}  // namespace jacquard::serve
