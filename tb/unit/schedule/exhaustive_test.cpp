// SPDX-License-Identifier: Apache-2.0
// The true optimum of every 3 x 3 demand with entries 0..2, by dynamic programming over what is
// left.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;

namespace {

constexpr std::size_t kDemands = 19'683;  // 3^9
using Cells = std::array<int, 9>;

constexpr std::array<std::array<std::size_t, 3>, 6> kPermutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

Cells decode(std::size_t code) {
  Cells cells{};
  for (int& cell : cells) {
    cell = static_cast<int>(code % 3);
    code /= 3;
  }
  return cells;
}

std::size_t encode(const Cells& cells) {
  std::size_t code = 0;
  for (std::size_t k = 9; k-- > 0;) code = code * 3 + static_cast<std::size_t>(cells[k]);
  return code;
}

// Least slots + delta x settings, for each demand. Serving can only lower a demand's code, so lower
// codes are solved first; a full permutation is never worse than a part of it.
std::vector<int> least_makespans(int delta) {
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

}  // namespace

TEST_CASE("at three ports no scheduler beats the exhaustive optimum, nor that the lower bound") {
  for (const int delta : {0, 1, 6}) {
    const std::vector<int> least = least_makespans(delta);
    const auto clock = support::clock_with_guard(delta);
    for (std::size_t code = 0; code < kDemands; code += 31) {
      const Cells cells = decode(code);
      const demand::QuantaMatrix demand(3, {cells.begin(), cells.end()}, clock);
      INFO("demand " << code << ", delta " << delta);
      // Without a guard the bound is reached (Birkhoff); with one it may not be.
      if (delta == 0) CHECK(least[code] == demand.largest_line_sum());
      CHECK(base::Picoseconds{least[code] * 10'000} >=
            schedule::tightest_bound(demand, 1).makespan);
      for (const schedule::Scheduler& scheduler : schedule::schedulers()) {
        if (scheduler.hops > 1) continue;
        INFO(scheduler.name);
        const schedule::Schedule found = scheduler.run(demand, {});
        const auto makespan =
            found.slots() + delta * static_cast<std::int64_t>(found.permutations());
        CHECK(makespan >= least[code]);
      }
    }
  }
}
