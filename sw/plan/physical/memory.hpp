// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/plan/evaluate.hpp"
#include "jacquard/plan/physical/layers.hpp"
#include "jacquard/plan/physical/shares.hpp"

namespace jacquard::plan::physical {

// How a step keeps what its backward pass needs.
struct Keeping {
  double micro_batches = 1;
  bool recompute = false;  // blocks keep their inputs alone
};

// Bytes of a device with Departure::activations: weights, gradients and optimizer as the schemes
// share them out, activations, buffers. docs/plan_madmax.md has the formulas.
MemoryUse physical_memory(const Request& request, const Strategy& strategy, const Keeping& keeping);

// The same for many strategies of a request, which outlives it.
class MemoryPrices {
 public:
  explicit MemoryPrices(const Request& request);
  MemoryUse operator()(const Strategy& strategy, const Keeping& keeping) const;

 private:
  const Request& request_;
  std::vector<Layer> layers_;
};

}  // namespace jacquard::plan::physical
