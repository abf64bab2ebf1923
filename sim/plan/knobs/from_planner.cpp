// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/from_planner.hpp"

namespace jacquard::knobs {

workload::Model transformer_of(const plan::Model& model, const config::Place& place) {
  const plan::BlockSizes& blocks = model.blocks;
  const bool more = model.bottom.layers > 0 || model.top.layers > 0 || model.embedding.tables > 0;
  if (blocks.layers < 1 || model.vocabulary < 1 || more) {
    place.fail("a transformer with a vocabulary, for knobs", model.name,
               "the space layers has others");
  }
  workload::Model transformer;
  transformer.name = model.name;
  transformer.source = model.source;
  transformer.hidden = blocks.hidden;
  transformer.layers = blocks.layers;
  transformer.heads = blocks.heads;
  transformer.kv_heads = blocks.kv_heads;
  transformer.inner = blocks.inner;
  transformer.vocabulary = model.vocabulary;
  transformer.sequence = blocks.sequence;
  transformer.fused_attention = true;
  if (blocks.experts > 0) {
    transformer.experts.count = blocks.experts;
    transformer.experts.top_k = blocks.active;
    transformer.experts.inner = blocks.inner;
  }
  workload::require_complete(transformer, place);
  return transformer;
}

}  // namespace jacquard::knobs
