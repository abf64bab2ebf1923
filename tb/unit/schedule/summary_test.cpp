// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/summary.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;
using schedule::kUnmatched;

namespace {

// 10-byte quanta at 80 Gb/s: a slot is 1 ns; counts are 3 1 / 1 3 from bytes that do not fill them.
const demand::DemandMatrix kBytes(2, {25, 10, 5, 30});

demand::QuantaMatrix quanta(demand::GuardPer per) {
  demand::SlotClock clock;
  clock.quantum = Bytes{10};
  clock.rate = base::BitsPerSecond{80'000'000'000};
  clock.guard = Picoseconds{250};
  clock.guard_per = per;
  return demand::QuantaMatrix(2, {3, 1, 1, 3}, clock);
}

schedule::Schedule wasteful() {
  schedule::Schedule s(2);
  s.append({0, 1}, 4);
  s.append({1, kUnmatched}, 1);
  s.append({kUnmatched, 0}, 1);
  return s;
}

}  // namespace

TEST_CASE("the figures of a schedule follow their definitions") {
  const auto s = schedule::summarise(kBytes, quanta(demand::GuardPer::permutation), wasteful(), 1);
  CHECK(s.valid);
  CHECK(s.permutations == 3);
  CHECK(s.slots == 6);
  CHECK(s.max_line_quanta == 4);
  CHECK(s.efficiency == Approx(4.0 / 6));
  CHECK(s.efficiency_bytes == Approx(40.0 / (6 * 10)));  // column 1 owes 10 + 30 bytes
  CHECK(s.eta == Approx(1000.0 / 1250));
  CHECK(s.served_quanta == 8);
  CHECK(s.idle_quanta == 2);
  CHECK(s.stuffed_quanta == 2);
  CHECK(s.useless_pairs == 0);
  CHECK(s.first_permutation_slots == 4);
  CHECK(s.makespan == Picoseconds{6'000 + 3 * 250});
  CHECK(s.guard_time == Picoseconds{3 * 250});
  CHECK(s.lower_bound == Picoseconds{4'000 + 2 * 250});
}

TEST_CASE("a guard in every slot is paid by every slot") {
  const auto s = schedule::summarise(kBytes, quanta(demand::GuardPer::slot), wasteful(), 1);
  CHECK(s.makespan == Picoseconds{6 * 1'250});
  CHECK(s.lower_bound == Picoseconds{4 * 1'250});
}

TEST_CASE("nothing to send takes no slots and is done perfectly") {
  const auto s = schedule::summarise(demand::DemandMatrix(3),
                                     demand::QuantaMatrix(3, {0, 0, 0, 0, 0, 0, 0, 0, 0}),
                                     schedule::Schedule(3), 1);
  CHECK(s.valid);
  CHECK(s.slots == 0);
  CHECK(s.efficiency == 1);
  CHECK(s.efficiency_bytes == 1);
  CHECK(s.makespan == Picoseconds{0});
  CHECK(s.lower_bound == Picoseconds{0});
  CHECK(s.first_permutation_slots == 0);
}

TEST_CASE("an invalid schedule carries the fault of the checker") {
  schedule::Schedule s(2);
  s.append({0, 1}, 3);
  const auto summary = schedule::summarise(kBytes, quanta(demand::GuardPer::permutation), s, 1);
  CHECK_FALSE(summary.valid);
  CHECK(summary.fault == "1 quanta of (0, 1) are never served");
}
