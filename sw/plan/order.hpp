// SPDX-License-Identifier: Apache-2.0
// In which order a device issues its operations, and for what each waits: MAD-Max s4.3.
#pragma once

#include "jacquard/plan/streams.hpp"
#include "jacquard/plan/units.hpp"

namespace jacquard::plan {

// A step of one device: what it does, how long each operation takes.
struct Step {
  const std::vector<Unit>& units;
  const Task& task;
  const Strategy& strategy;
  std::array<LayerAmounts, kShapes> amounts;
  std::array<LayerPrices, kShapes> prices;
  EmbeddingAmounts embedding;
  EmbeddingPrices embedding_prices;
  bool has_mlp = false;
};

// Issues the step by the paper's rules.
Times run_paper(const Step& step, std::vector<Ran>* log);

}  // namespace jacquard::plan
