// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/bottleneck_matching.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <numeric>

#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::BottleneckMatching;

namespace {

std::int64_t smallest_matched(const std::vector<std::int64_t>& entries,
                              const std::vector<int>& columns) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    smallest =
        std::min(smallest, entries[i * columns.size() + static_cast<std::size_t>(columns[i])]);
  }
  return smallest;
}

std::int64_t largest_bottleneck(const std::vector<std::int64_t>& entries, int n) {
  std::vector<int> columns(static_cast<std::size_t>(n));
  std::iota(columns.begin(), columns.end(), 0);
  std::int64_t best = 0;
  do {
    best = std::max(best, smallest_matched(entries, columns));
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

}  // namespace

TEST_CASE("each step takes the largest bottleneck that enumeration finds, and it never grows") {
  for (int n = 1; n <= 5; ++n) {
    for (std::uint64_t k = 0; k < 30; ++k) {
      INFO("ports " << n << ", matrix " << k);
      const auto demand = support::balanced_demand(n, 1 + static_cast<int>(k % 9), 50, k);
      std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
      BottleneckMatching matching(n, left);
      std::int64_t last = std::numeric_limits<std::int64_t>::max();
      std::int64_t served = 0;
      while (const std::int64_t hold = matching.next()) {
        CHECK(hold == largest_bottleneck(left, n));
        CHECK(hold == smallest_matched(left, matching.columns()));
        CHECK(hold <= last);
        last = hold;
        served += hold;
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
          left[i * static_cast<std::size_t>(n) + static_cast<std::size_t>(matching.columns()[i])] -=
              hold;
        }
        matching.subtract(hold);
      }
      CHECK(served == demand.largest_line_sum());
      CHECK(std::count(left.begin(), left.end(), 0) == n * n);
    }
  }
}
