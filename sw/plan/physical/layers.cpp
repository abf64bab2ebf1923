// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/layers.hpp"

#include <algorithm>

namespace jacquard::plan::physical {
namespace {

bool is_mlp(LayerKind kind) { return kind == LayerKind::bottom || kind == LayerKind::top; }

const MlpSizes& mlp_of(const Model& m, LayerKind kind) {
  return kind == LayerKind::bottom ? m.bottom : m.top;
}

}  // namespace

std::vector<Layer> layers_in(const Model& m, const Task& task, bool head) {
  const bool tuned = task.kind == TaskKind::finetune;
  const auto stays = [&](bool whole, int layer) {
    return tuned && (whole || (task.frozen_from >= 0 && layer >= task.frozen_from));
  };
  const bool by_blocks = m.blocks.layers > 0;  // `frozen_from` counts blocks, or else MLP layers
  std::vector<Layer> layers;
  for (int i = 0; i < m.bottom.layers; ++i) {
    layers.push_back({LayerKind::bottom, i, stays(task.frozen_bottom, by_blocks ? -1 : i)});
  }
  for (int i = 0; i < m.blocks.layers; ++i) {
    const bool frozen = stays(task.frozen_blocks, i);
    layers.push_back({LayerKind::attention, i, frozen});
    layers.push_back({LayerKind::ffn, i, frozen});
  }
  for (int i = 0; i < m.top.layers; ++i) {
    layers.push_back(
        {LayerKind::top, i, stays(task.frozen_top, by_blocks ? -1 : m.bottom.layers + i)});
  }
  if (head && m.vocabulary > 0) {
    layers.push_back({LayerKind::head, 0, tuned && task.frozen_embedding});
  }
  return layers;
}

int experts_of(const Model& m, LayerKind kind) {
  if (is_mlp(kind)) return mlp_of(m, kind).experts;
  return kind == LayerKind::ffn ? m.blocks.experts : 0;
}

int active_of(const Model& m, LayerKind kind) {
  if (experts_of(m, kind) == 0) return 1;
  return is_mlp(kind) ? mlp_of(m, kind).active : m.blocks.active;
}

double parameters_of(const Model& m, LayerKind kind) {
  const double experts = std::max(1, experts_of(m, kind));
  const double hidden = m.blocks.hidden;
  switch (kind) {
    case LayerKind::bottom:
    case LayerKind::top: {
      const double width = mlp_of(m, kind).width;
      return width * width * experts;
    }
    case LayerKind::attention:
      return 4 * hidden * hidden;
    case LayerKind::ffn:
      return 2 * hidden * m.blocks.inner * experts;
    case LayerKind::head:
      return 0;  // shared with the embedding
  }
  return 0;
}

double embedding_parameters(const Model& m) {
  if (m.embedding.tables > 0) {
    return static_cast<double>(m.embedding.tables) * static_cast<double>(m.embedding.rows) *
           m.embedding.dimension;
  }
  if (m.vocabulary == 0) return 0;
  return (static_cast<double>(m.vocabulary) + m.blocks.sequence) * m.blocks.hidden;
}

double tokens_of(const Model& m, LayerKind kind) { return is_mlp(kind) ? 1 : m.blocks.sequence; }

double output_bytes(const Model& m, LayerKind kind) {
  const double width = is_mlp(kind) ? mlp_of(m, kind).width : m.blocks.hidden;
  return width * tokens_of(m, kind) * m.dense_bytes;
}

}  // namespace jacquard::plan::physical
