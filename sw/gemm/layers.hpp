// SPDX-License-Identifier: Apache-2.0
// The fully connected layers of a transformer's block, as distributed products: Y = X W.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/workload/model.hpp"

namespace jacquard::gemm {

// X is rows x inputs, W inputs x outputs, Y rows x outputs.
struct Layer {
  std::string name;       // "qkv", "projection", "up", "down"
  std::int64_t rows = 0;  // tokens of all sequences of a batch
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  bool from_stream = false;  // X is the residual stream
  bool into_stream = false;  // Y is added to it
  int products = 1;          // of these sizes, one after the other, as many as a block has experts

  // Of the forward pass; each of the two backward passes takes as many.
  double flops() const {
    return 2.0 * static_cast<double>(rows) * static_cast<double>(inputs) *
           static_cast<double>(outputs) * products;
  }
};

// h -> 3h, h -> h, h -> 4h, 4h -> h: the block that MeshSlice s5 and its authors' tuner take every
// model for. Requires positive sizes.
std::vector<Layer> paper_layers(std::int64_t hidden, std::int64_t tokens);

// The layers of one block by the model's own sizes, of experts where it has any. Keys and values
// have their own heads (GQA); latent attention compresses them and queries (DeepSeek-V2 s2.1). A
// gated feed-forward layer has its two first matrices side by side (SwiGLU). Every expert's
// matrices lie on the whole mesh, and routing is even: an expert takes tokens x top_k / experts
// rows, rounded up. Routers and logits are left out.
std::vector<Layer> layers_of(const workload::Model& model, std::int64_t tokens);

}  // namespace jacquard::gemm
