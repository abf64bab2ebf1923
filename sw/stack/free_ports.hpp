// SPDX-License-Identifier: Apache-2.0
// Ports that work and have no rank, by their place in a leaf.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/seating.hpp"

namespace jacquard::stack {

class FreePorts {
 public:
  FreePorts(const Sizes& sizes, const Seating& seating, int ranks);

  int count() const { return count_; }
  // The first port of that place, or nothing; takes it.
  std::optional<int> take_at(int place);
  // The first of the place that has most; takes it. count() > 0.
  int take_any();

 private:
  std::vector<std::vector<int>> at_place_;  // descending, so that the first is last
  int count_ = 0;
};

}  // namespace jacquard::stack
