// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
  static constexpr std::size_t kSorts = 10;  // five kinds, frozen or not
  std::vector<Layer> sorts_;                 // one layer of each
  std::vector<std::uint8_t> sort_of_;        // of each layer, in order
};

}  // namespace jacquard::plan::physical
