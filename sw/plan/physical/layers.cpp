// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/layers.hpp"

#include "jacquard/plan/units.hpp"

namespace jacquard::plan::physical {
namespace {

bool is_mlp(LayerKind kind) { return kind == LayerKind::bottom || kind == LayerKind::top; }

LayerKind kind_of(Shape shape) {
  switch (shape) {
    case Shape::bottom:
      return LayerKind::bottom;
    case Shape::attention:
      return LayerKind::attention;
    case Shape::ffn:
      return LayerKind::ffn;
    case Shape::top:
      break;
  }
  return LayerKind::top;
}

}  // namespace

Shape shape_of(LayerKind kind) {
  switch (kind) {
    case LayerKind::bottom:
      return Shape::bottom;
    case LayerKind::top:
      return Shape::top;
    case LayerKind::ffn:
      return Shape::ffn;
    case LayerKind::attention:
    case LayerKind::head:
      break;
  }
  return Shape::attention;
}

std::vector<Layer> layers_in(const Model& m, const Task& task, bool head) {
  std::vector<Layer> layers;
  for (const Unit& unit : units_of(m, task)) {
    layers.push_back(
        {kind_of(unit.shape), unit.layer, !unit.weights_change || !unit.backward, unit.backward});
  }
  if (head && m.vocabulary > 0) {
    const bool frozen = task.kind == TaskKind::finetune && task.frozen_embedding;
    layers.push_back({LayerKind::head, 0, frozen, true});
  }
  return layers;
}

bool recommends(const Model& m) { return m.bottom.layers + m.top.layers > 0; }

double parameters_of(const Model& m, LayerKind kind) {
  if (kind == LayerKind::head) return 0;
  const double all = sizes_of(shape_of(kind), m).parameters;
  if (kind != LayerKind::attention || m.blocks.kv_heads == 0 || m.blocks.heads == 0) return all;
  return all / 2 * (1 + static_cast<double>(m.blocks.kv_heads) / m.blocks.heads);
}

int experts_of(const Model& m, LayerKind kind) {
  return kind == LayerKind::head ? 0 : sizes_of(shape_of(kind), m).experts;
}

int active_of(const Model& m, LayerKind kind) {
  if (experts_of(m, kind) == 0) return 1;
  if (is_mlp(kind)) return (kind == LayerKind::bottom ? m.bottom : m.top).active;
  return m.blocks.active;
}

double output_bytes(const Model& m, LayerKind kind) {
  return sizes_of(shape_of(kind), m).activations * m.dense_bytes;
}

}  // namespace jacquard::plan::physical
