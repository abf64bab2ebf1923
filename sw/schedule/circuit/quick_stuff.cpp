// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/quick_stuff.hpp"

#include <algorithm>

namespace jacquard::schedule {

std::vector<std::int64_t> quick_stuff(base::Span<const std::int64_t> counts, int ports,
                                      std::int64_t line_sum) {
  const auto n = static_cast<std::size_t>(ports);
  std::vector<std::int64_t> stuffed(counts.begin(), counts.end());
  std::vector<std::int64_t> row_room(n, line_sum);
  std::vector<std::int64_t> column_room(n, line_sum);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      row_room[i] -= counts[i * n + j];
      column_room[j] -= counts[i * n + j];
    }
  }
  const auto fill = [&](bool nonzero) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n && row_room[i] > 0; ++j) {
        if ((counts[i * n + j] > 0) != nonzero) continue;
        const std::int64_t added = std::min(row_room[i], column_room[j]);
        stuffed[i * n + j] += added;
        row_room[i] -= added;
        column_room[j] -= added;
      }
    }
  };
  fill(true);
  fill(false);
  return stuffed;
}

}  // namespace jacquard::schedule
