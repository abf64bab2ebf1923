// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/units.hpp"

namespace jacquard::plan {
namespace {

// Number of the layer where --freeze-from counts: a block's, or in a model without blocks that
// among bottom and top. -1: it does not count this one.
int counted_layer(const Unit& unit, const Model& model) {
  if (model.blocks.layers > 0) return part_of(unit.shape) == Part::blocks ? unit.layer : -1;
  return unit.shape == Shape::top ? model.bottom.layers + unit.layer : unit.layer;
}

Unit under_task(Unit unit, const Model& model, const Task& task) {
  if (task.kind != TaskKind::finetune) return unit;
  unit.backward = !(unit.shape == Shape::bottom && task.frozen_bottom);
  const bool frozen_part = (unit.shape == Shape::top && task.frozen_top) ||
                           (part_of(unit.shape) == Part::blocks && task.frozen_blocks);
  const bool frozen_layer = task.frozen_from >= 0 && counted_layer(unit, model) >= task.frozen_from;
  unit.weights_change = !frozen_part && !frozen_layer;
  return unit;
}

}  // namespace

std::vector<Unit> units_of(const Model& model, const Task& task) {
  std::vector<Unit> units;
  const auto add = [&](Shape shape, int layer) {
    units.push_back(under_task({shape, layer, true, true}, model, task));
  };
  for (int i = 0; i < model.bottom.layers; ++i) add(Shape::bottom, i);
  for (int i = 0; i < model.blocks.layers; ++i) {
    add(Shape::attention, i);
    add(Shape::ffn, i);
  }
  for (int i = 0; i < model.top.layers; ++i) add(Shape::top, i);
  return units;
}

int consumer_of_embeddings(const std::vector<Unit>& units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].shape != Shape::bottom) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace jacquard::plan
