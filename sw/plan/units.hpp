// SPDX-License-Identifier: Apache-2.0
// The layers of a model in the order of the forward pass, and what a task does with each.
#pragma once

#include <vector>

#include "jacquard/plan/amounts.hpp"

namespace jacquard::plan {

struct Unit {
  Shape shape = Shape::bottom;
  int layer = 0;               // among those of its shape
  bool backward = true;        // whether it has a backward pass
  bool weights_change = true;  // whether its gradients are exchanged
};

// Bottom layers, attention and FFN of each block, top layers.
std::vector<Unit> units_of(const Model& model, const Task& task);

// The first unit that needs the embeddings: the first that is no bottom layer. -1: none.
int consumer_of_embeddings(const std::vector<Unit>& units);

}  // namespace jacquard::plan
