// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/paper_memory.hpp"

#include "jacquard/plan/amounts.hpp"

namespace jacquard::plan {

MemoryUse paper_memory(const Request& request, const Strategy& strategy) {
  const Model& model = request.model;
  MemoryUse use;
  for (const Shape shape : {Shape::bottom, Shape::attention, Shape::ffn, Shape::top}) {
    const int layers = layers_of(shape, model);
    if (layers == 0) continue;
    use.weights += layers * sizes_of(shape, model).parameters * model.dense_bytes /
                   spread_of(strategy.of(part_of(shape))).shard;
  }
  use.weights += embedding_parameters(model) * model.embedding_bytes /
                 spread_of(strategy.of(Part::embedding)).shard;
  if (request.task.kind == TaskKind::inference) return use;
  use.gradients = use.weights;
  use.optimizer = use.weights;
  return use;
}

}  // namespace jacquard::plan
