// SPDX-License-Identifier: Apache-2.0
// What one device computes, looks up and sends for a layer, under a strategy: MAD-Max s4.2. In
// FLOPs and bytes; prices.hpp says how long that takes, order.hpp when.
#pragma once

#include <array>
#include <cstdint>

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::plan {

// Layers of one shape are alike. In the order of the forward pass.
enum class Shape : std::uint8_t { bottom, attention, ffn, top };
inline constexpr std::size_t kShapes = 4;
const char* name_of(Shape shape);
Part part_of(Shape shape);
int layers_of(Shape shape, const Model& model);

// A layer before it is spread.
struct LayerSizes {
  double parameters = 0;
  double flops = 0;        // forward, of a sample
  double activations = 0;  // values of its output, of a sample
  int experts = 0;         // 0: none
};
LayerSizes sizes_of(Shape shape, const Model& model);

// Products of a part's degrees.
struct Spread {
  double data = 1;    // DDP, FSDP: local batch = batch / data
  double tensor = 1;  // TP
  double shard = 1;   // FSDP, TP, MP: what a device holds
};
Spread spread_of(const Levels& levels);

// What a layer sends at one level; 0: nothing.
struct LevelAmounts {
  double activations = 0;  // bytes of TP's all-reduce
  double exchange = 0;     // bytes of the experts' all-to-all, before and after
  double gradients = 0;    // bytes of DDP's all-reduce
};

struct LayerAmounts {
  double flops = 0;   // forward
  double gather = 0;  // bytes of FSDP's all-gather and of its reduce-scatter; 0: no FSDP
  std::array<LevelAmounts, 2> level;
};
LayerAmounts amounts_of(Shape shape, const Model& model, const Levels& levels, double batch);

struct EmbeddingAmounts {
  double looked_up = 0;                // bytes of a pass
  std::array<double, 2> all_to_all{};  // bytes at a level, of a pass
  std::array<double, 2> all_reduce{};  // bytes at a level, of the backward pass
  bool waits_for_all_reduce = false;   // the backward look-up
};
EmbeddingAmounts embedding_amounts(const Model& model, const Levels& levels, double batch);

// Values of all tables, or of the vocabulary with the positions.
double embedding_parameters(const Model& model);

}  // namespace jacquard::plan
