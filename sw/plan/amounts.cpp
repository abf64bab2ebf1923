// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/amounts.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::plan {
namespace {

LayerSizes with_experts(LayerSizes sizes, int experts, int active) {
  if (experts == 0) return sizes;
  sizes.parameters *= experts;
  sizes.flops *= active;
  sizes.experts = experts;
  return sizes;
}

LayerSizes mlp_sizes(const MlpSizes& mlp) {
  const double parameters = static_cast<double>(mlp.width) * mlp.width;
  return with_experts({parameters, 2 * parameters, static_cast<double>(mlp.width), 0}, mlp.experts,
                      mlp.active);
}

LayerSizes block_sizes(double parameters, const BlockSizes& blocks) {
  const double tokens = blocks.sequence;
  return {parameters, 2 * parameters * tokens, tokens * blocks.hidden, 0};
}

// The product of the degrees later in the list that split a layer. The paper divides its shard
// while it walks the list, so only they make a DDP all-reduce smaller.
double split_after(const Levels& levels, int level) {
  double split = 1;
  for (int i = level + 1; i < levels.count; ++i) {
    const Level& later = base::at(levels.level, i);
    if (later.scheme == Scheme::tp || later.scheme == Scheme::fsdp) split *= later.degree;
  }
  return split;
}

// Of a pass and a sample, before they are sharded.
double look_up_bytes(const Model& m) {
  if (m.embedding.tables > 0) {
    return static_cast<double>(m.embedding.tables) * m.embedding.pooling * m.embedding.dimension *
           m.embedding_bytes;
  }
  return 2.0 * m.blocks.sequence * m.blocks.hidden * m.embedding_bytes;
}

}  // namespace

const char* name_of(Shape shape) {
  switch (shape) {
    case Shape::bottom:
      return "bottom";
    case Shape::attention:
      return "attention";
    case Shape::ffn:
      return "ffn";
    case Shape::top:
      return "top";
  }
  return "";
}

Part part_of(Shape shape) {
  return shape == Shape::bottom || shape == Shape::top ? Part::mlp : Part::blocks;
}

int layers_of(Shape shape, const Model& model) {
  if (shape == Shape::bottom) return model.bottom.layers;
  return shape == Shape::top ? model.top.layers : model.blocks.layers;
}

LayerSizes sizes_of(Shape shape, const Model& model) {
  const BlockSizes& b = model.blocks;
  switch (shape) {
    case Shape::bottom:
      return mlp_sizes(model.bottom);
    case Shape::attention:
      return block_sizes(4.0 * b.hidden * b.hidden, b);
    case Shape::ffn:
      return with_experts(block_sizes(2.0 * b.hidden * b.inner, b), b.experts, b.active);
    case Shape::top:
      return mlp_sizes(model.top);
  }
  return {};
}

Spread spread_of(const Levels& levels) {
  Spread spread;
  for (int i = 0; i < levels.count; ++i) {
    const Level& level = base::at(levels.level, i);
    const bool data = level.scheme == Scheme::ddp || level.scheme == Scheme::fsdp;
    if (data) spread.data *= level.degree;
    if (level.scheme == Scheme::tp) spread.tensor *= level.degree;
    if (level.scheme != Scheme::ddp) spread.shard *= level.degree;
  }
  return spread;
}

LayerAmounts amounts_of(Shape shape, const Model& model, const Levels& levels, double batch) {
  const LayerSizes sizes = sizes_of(shape, model);
  const Spread spread = spread_of(levels);
  const double local = batch / spread.data;
  const double weights = sizes.parameters * model.dense_bytes;
  const double activations = local * sizes.activations * model.dense_bytes;
  LayerAmounts amounts;
  amounts.flops = sizes.flops * local / spread.tensor;
  const Level& first = levels.level.front();
  if (first.scheme == Scheme::fsdp) amounts.gather = weights / spread.shard * first.degree;
  for (int i = 0; i < levels.count; ++i) {
    const Scheme scheme = base::at(levels.level, i).scheme;
    LevelAmounts& sent = base::at(amounts.level, i);
    if (scheme == Scheme::ddp) sent.gradients = weights / split_after(levels, i);
    if (scheme != Scheme::tp) continue;
    sent.activations = activations;
    if (sizes.experts > 0) sent.exchange = activations / sizes.experts;
  }
  return amounts;
}

EmbeddingAmounts embedding_amounts(const Model& model, const Levels& levels, double batch) {
  EmbeddingAmounts amounts;
  if (levels.count == 0) return amounts;
  const Spread spread = spread_of(levels);
  bool sharded = false;
  for (int i = 0; i < levels.count; ++i) {
    if (base::at(levels.level, i).scheme == Scheme::mp) sharded = true;
  }
  amounts.looked_up = look_up_bytes(model) * (batch / spread.data) / spread.shard;
  for (int i = 0; i < levels.count; ++i) {
    const Level& level = base::at(levels.level, i);
    if (level.scheme == Scheme::mp) {
      base::at(amounts.all_to_all, i) = 2 * amounts.looked_up / level.degree;
    } else if (!sharded || i == 0) {  // (MP, DDP) sends none
      base::at(amounts.all_reduce, i) = amounts.looked_up;
    }
  }
  amounts.waits_for_all_reduce = !sharded;  // (DDP, MP) waits for the all-to-all alone
  return amounts;
}

double embedding_parameters(const Model& m) {
  if (m.embedding.tables > 0) {
    return static_cast<double>(m.embedding.tables) * static_cast<double>(m.embedding.rows) *
           m.embedding.dimension;
  }
  if (m.vocabulary == 0) return 0;
  return (static_cast<double>(m.vocabulary) + m.blocks.sequence) * m.blocks.hidden;
}

}  // namespace jacquard::plan
