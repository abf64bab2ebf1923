// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/fewest_slots.hpp"

#include <catch2/catch.hpp>

#include "jacquard/schedule/bound.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::FewestSlots;

namespace {

// Two switches of two ports side by side: lines of {9, 1} and lines of {5, 5}, all of sum 10.
demand::QuantaMatrix apart(double guard) {
  return {4, {9, 1, 0, 0, 1, 9, 0, 0, 0, 0, 5, 5, 0, 0, 5, 5}, support::clock_with_guard(guard)};
}

}  // namespace

TEST_CASE(
    "in as many settings as a line has entries, ranks are held for the longest of all lines") {
  const FewestSlots fewest(apart(0));
  CHECK(fewest.settings() == 2);
  CHECK(fewest.ever() == 10);
  CHECK(fewest.of(2) == 9 + 5);
  // 5 + 4 + 1 slots serve 9 as 5 + 4.
  CHECK(fewest.of(3) == 10);
}

TEST_CASE("the tightest bound weighs slots against settings, and says which bound it is") {
  const auto bound = [](double guard) { return schedule::tightest_bound(apart(guard), 1); };
  CHECK(bound(0).makespan == base::Picoseconds{10 * 10'000});
  CHECK(bound(0).kind == std::string("line"));
  // Three settings of ten slots in all, or two of fourteen.
  CHECK(bound(2).makespan == base::Picoseconds{(10 + 3 * 2) * 10'000});
  CHECK(bound(2).kind == std::string("settings"));
  CHECK(bound(10).makespan == base::Picoseconds{(14 + 2 * 10) * 10'000});
  CHECK(schedule::tightest_bound(apart(10), 2).kind == std::string("hops"));
}

TEST_CASE("lines that are all alike are bound by any of them") {
  const demand::QuantaMatrix shifts(3, {7, 2, 1, 1, 7, 2, 2, 1, 7}, support::clock_with_guard(4));
  CHECK(schedule::tightest_bound(shifts, 1).makespan == base::Picoseconds{(10 + 3 * 4) * 10'000});
  CHECK(schedule::tightest_bound(shifts, 1).kind == std::string("line"));
}

TEST_CASE("no demand, and a guard in every slot, leave the bound of a line") {
  auto clock = support::clock_with_guard(2);
  clock.guard_per = demand::GuardPer::slot;
  const demand::QuantaMatrix nothing(2, {0, 0, 0, 0}, support::clock_with_guard(5));
  CHECK(schedule::tightest_bound(nothing, 1).makespan == base::Picoseconds{0});
  const demand::QuantaMatrix per_slot(2, {3, 1, 0, 2}, clock);
  CHECK(schedule::tightest_bound(per_slot, 1).makespan == schedule::lower_bound(per_slot, 1));
}
