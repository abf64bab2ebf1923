// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::astra {

// The simulated NPUs and whom each stands for.
struct Cast {
  std::vector<int> ranks;                 // of each simulated NPU
  std::vector<std::uint32_t> stands_for;  // of each NPU, the simulated one
  // Of each simulated NPU, what its groups are called where one NPU stands for members of many.
  // Empty where each stands for itself: groups have their numbers.
  std::vector<std::vector<int>> groups;
  // Groups by places have their number everywhere: theirs come behind those of listed groups.
  const std::map<int, std::vector<int>>* partitions = nullptr;
  static constexpr int kMostListed = 1 << 20;

  int group(std::uint32_t npu, int number) const {
    if (number == 0 || groups.empty()) return number;
    const auto by_places = partitions->find(number);
    if (by_places != partitions->end()) {
      return kMostListed + static_cast<int>(std::distance(partitions->begin(), by_places));
    }
    const auto& known = groups[npu];
    return 1 + static_cast<int>(std::find(known.begin(), known.end(), number) - known.begin());
  }
  std::uint32_t of(int rank) const { return base::at(stands_for, rank); }
  int rank(std::uint32_t npu) const { return ranks[npu]; }
};

}  // namespace jacquard::astra
