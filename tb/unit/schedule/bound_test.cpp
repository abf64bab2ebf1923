// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bound.hpp"

#include <catch2/catch.hpp>

#include "support/demand_shapes.hpp"

using namespace jacquard;
using base::Picoseconds;
using schedule::lower_bound;

namespace {

// The largest line sum is 9, of row 0 and of column 1.
const std::vector<std::int64_t> kCounts{0, 9, 0, 1, 0, 3, 0, 0, 0};
// Row 0 has the largest sum (10 in two entries), column 2 the most entries (three, of sum 8).
const std::vector<std::int64_t> kColumn{0, 9, 1, 0, 0, 3, 0, 0, 4};

}  // namespace

TEST_CASE("the bound is the worst of line sum plus a guard for each of the line's entries") {
  // Slots of 10 ns.
  const auto bound = [](double guard_slots) {
    return lower_bound({3, kColumn, support::clock_with_guard(guard_slots)}, 1);
  };
  CHECK(bound(0) == Picoseconds{100'000});
  CHECK(bound(1) == Picoseconds{120'000});      // row 0: 10 + 2
  CHECK(bound(2) == Picoseconds{140'000});      // both: 10 + 2 x 2 = 8 + 3 x 2
  CHECK(bound(100) == Picoseconds{3'080'000});  // column 2: 8 + 3 x 100
}

// Two settings reach two others directly, or one of them over the other.
TEST_CASE("two hops are bound by the ports, and by the settings that reach all partners") {
  const demand::QuantaMatrix demand(3, kCounts, support::clock_with_guard(5));
  CHECK(lower_bound(demand, 2) == Picoseconds{(9 + 2 * 5) * 10'000});
}

TEST_CASE("a guard in every slot is paid by every slot of the longest line") {
  auto clock = support::clock_with_guard(0.5);
  clock.guard_per = demand::GuardPer::slot;
  CHECK(lower_bound({3, kCounts, clock}, 1) == Picoseconds{9 * 15'000});
  CHECK(lower_bound({3, kCounts, clock}, 2) == Picoseconds{9 * 15'000});
}

TEST_CASE("no demand needs no time, not even a guard") {
  const demand::QuantaMatrix nothing(2, {0, 0, 0, 0}, support::clock_with_guard(5));
  CHECK(lower_bound(nothing, 1) == Picoseconds{0});
  CHECK(lower_bound(nothing, 2) == Picoseconds{0});
}
