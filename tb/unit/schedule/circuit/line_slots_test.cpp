// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/line_slots.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::LineSlots;

TEST_CASE("a line's slots are found by hold, and what it can spare is counted") {
  const demand::QuantaMatrix demand(2, {6, 3, 4, 0});
  LineSlots slots(schedule::Residue(demand), {6, 3, 3});
  CHECK(slots.spare_slots(0) == 1);  // three slots, two entries
  CHECK(slots.spare_slots(3) == 2);  // column 1
  CHECK(slots.spare(0) == 3);        // 12 - 9
  CHECK(slots.shortest(0, 3) == 2);
  CHECK(slots.shortest(0, 4) == 0);
  CHECK(slots.shortest(0, 7) == LineSlots::kNone);
  CHECK(slots.longest(0, 7) == 0);
  CHECK(slots.longest(0, 5) == 1);
  CHECK(slots.longest(0, 2) == LineSlots::kNone);
  slots.fill(0, 0, 4);
  CHECK(slots.spare(0) == 1);
  CHECK(slots.shortest(0, 4) == LineSlots::kNone);
  CHECK(slots.next(0, 0) == 1);
  CHECK(slots.next_shorter(0, 1) == LineSlots::kNone);
  slots.cut(0, 1);
  CHECK(slots.spare_slots(0) == 0);
}

TEST_CASE("slots beyond one word are found like the first") {
  const int n = 150;
  const auto demand = support::random_demand(n, 9, 1, 0);
  std::vector<std::int64_t> holds(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) holds[static_cast<std::size_t>(k)] = 2 * (n - k);
  LineSlots slots(schedule::Residue(demand), holds);
  for (const int line : {0, n - 1, n, 2 * n - 1}) {
    for (int slot = 0; slot < n; ++slot) {
      CHECK(slots.shortest(line, slots.hold(slot) - 1) == slot);
      CHECK(slots.longest(line, slots.hold(slot) + 1) == slot);
      slots.lend(line, slot);
      CHECK(slots.longest(line, slots.hold(slot)) == slots.next(line, slot));
      CHECK(slots.next(line, slot) == (slot + 1 < n ? slot + 1 : LineSlots::kNone));
      CHECK(slots.shortest(line, slots.hold(slot) - 1) == (slot > 0 ? slot - 1 : LineSlots::kNone));
      slots.give_back(line, slot);
    }
  }
}
