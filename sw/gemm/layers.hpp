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

  // Of the forward pass; each of the two backward passes takes as many.
  double flops() const {
    return 2.0 * static_cast<double>(rows) * static_cast<double>(inputs) *
           static_cast<double>(outputs);
  }
};

// h -> 3h, h -> h, h -> 4h, 4h -> h: the block that MeshSlice s5 and its authors' tuner take every
// model for. Requires positive sizes.
std::vector<Layer> paper_layers(std::int64_t hidden, std::int64_t tokens);

// The layers of one block of a model that has no experts, by the model's own sizes: a gated
// feed-forward layer has its two first matrices side by side, keys and values have their own heads.
// Throws ConfigError naming `source` for experts and latent attention.
std::vector<Layer> layers_of(const workload::Model& model, std::int64_t tokens,
                             const std::string& source);

}  // namespace jacquard::gemm
