// SPDX-License-Identifier: Apache-2.0
// How a collective is done: by which algorithm in each dimension, in which order, in what pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "jacquard/collective/request.hpp"

namespace jacquard::collective {

struct Way {
  std::vector<Algorithm> by_dimension;  // of a fabric, the last also beyond; empty: rings
  Spread spread = Spread::baseline;
  int chunks = 1;

  Algorithm algorithm(int dimension) const {
    if (by_dimension.empty()) return {};
    return by_dimension[std::min(by_dimension.size() - 1, static_cast<std::size_t>(dimension))];
  }
};

// "ring", or "ring,halving-doubling, blueconnect, 8 chunks" over several of these dimensions.
std::string words_of(const Way& way, CollectiveKind kind, const std::vector<int>& dimensions);

}  // namespace jacquard::collective
