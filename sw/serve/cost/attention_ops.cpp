// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {
namespace {

workload::ComputeWork work_of(const Deployment& d, double batch, double queries, double keys,
                              bool decode, int window) {
  const workload::Model& m = d.model;
  const double heads = static_cast<double>(m.heads) / d.tp;
  if (m.is_latent()) {
    workload::LatentAttentionWork work;
    work.batch = batch;
    work.queries = queries;
    work.keys = keys;
    work.heads = heads;
    work.latent = m.latent.kv_rank;
    work.rope = m.latent.rope;
    work.head_size = m.latent.nope;
    work.value_size = m.latent.value;
    work.decode = decode;
    work.kv_type = d.precision.kv;
    return work;
  }
  workload::AttentionWork work;
  work.batch = batch;
  work.queries = queries;
  work.keys = keys;
  work.heads = heads;
  work.kv_heads = kv_heads_of(d);
  work.head_size = m.size_of_head();
  work.value_size = m.size_of_value();
  work.window = window;
  work.kv_type = d.precision.kv;
  work.cached = true;
  return work;
}

}  // namespace

std::vector<ServingOp> attention_ops(const Deployment& d, const StepLoad& load, int window) {
  using workload::OpLabel;
  OpList ops;
  if (load.decodes > 0) {
    const double keys = static_cast<double>(load.decode_keys) / load.decodes;
    ops.add(OpLabel::attention, work_of(d, load.decodes, 1, keys, true, window));
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
  ops.add(OpLabel::attention, work_of(d, scores / each, queries, mean_keys, queries <= 1, window));
  return ops.take();
}

}  // namespace jacquard::serve
