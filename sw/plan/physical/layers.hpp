// SPDX-License-Identifier: Apache-2.0
// The layers of a model in the order of its forward pass, as strategies see them.
#pragma once

#include <vector>

#include "jacquard/plan/amounts.hpp"

namespace jacquard::plan::physical {

// Units of one kind and parity are alike.
enum class LayerKind : std::uint8_t { bottom, attention, ffn, top, head };

struct Layer {
  LayerKind kind = LayerKind::bottom;
  int index = 0;  // within its kind
  bool frozen = false;
  bool backward = true;  // by the paper's rules

  bool odd() const { return index % 2 == 1; }
  Part part() const {
    return kind == LayerKind::bottom || kind == LayerKind::top ? Part::mlp : Part::blocks;
  }
  bool in_blocks() const { return part() == Part::blocks; }
};

// Bottom layers, (attention, FFN) of each block, top layers; `head`: and the output matrix of a
// vocabulary.
std::vector<Layer> layers_in(const Model& model, const Task& task, bool head);

Shape shape_of(LayerKind kind);  // of a head, which has none, any

// Whether it has an MLP besides blocks: micro-batches are of language models.
bool recommends(const Model& model);

// All experts; K and V of as many heads as they have, where the paper's rules count them as Q. Of a
// head none.
double parameters_of(const Model& model, LayerKind kind);
int experts_of(const Model& model, LayerKind kind);  // 0: none
int active_of(const Model& model, LayerKind kind);   // 1 without experts
// Bytes of what the unit passes on, of a sample.
double output_bytes(const Model& model, LayerKind kind);

}  // namespace jacquard::plan::physical
