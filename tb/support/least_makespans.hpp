// SPDX-License-Identifier: Apache-2.0
// The true optimum of every 3 x 3 demand with entries 0..2, by dynamic programming over what is
// left.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace jacquard::support {

inline constexpr std::size_t kDemands = 19'683;  // 3^9
using Cells = std::array<int, 9>;

inline constexpr std::array<std::array<std::size_t, 3>, 6> kPermutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

inline Cells decode(std::size_t code) {
  Cells cells{};
  for (int& cell : cells) {
    cell = static_cast<int>(code % 3);
    code /= 3;
  }
  return cells;
}

inline std::size_t encode(const Cells& cells) {
  std::size_t code = 0;
  for (std::size_t k = 9; k-- > 0;) code = code * 3 + static_cast<std::size_t>(cells[k]);
  return code;
}

// Least slots + delta x settings, for each demand. Serving can only lower a demand's code, so lower
// codes are solved first; a full permutation is never worse than a part of it.
inline std::vector<int> least_makespans(int delta) {
  std::vector<int> least(kDemands, 0);
  for (std::size_t code = 1; code < kDemands; ++code) {
    const Cells cells = decode(code);
    int best = 1 << 20;
    for (const auto& columns : kPermutations) {
      for (int hold = 1; hold <= 2; ++hold) {
        Cells left = cells;
        for (std::size_t i = 0; i < 3; ++i) {
          int& cell = left[3 * i + columns[i]];
          cell -= std::min(cell, hold);
        }
        const std::size_t next = encode(left);
        if (next != code) best = std::min(best, hold + delta + least[next]);
      }
    }
    least[code] = best;
  }
  return least;
}

}  // namespace jacquard::support
