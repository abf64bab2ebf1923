// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/parallel/share.hpp"

#include <catch2/catch.hpp>

#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/parallel/summary.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::SwitchShare;

namespace {

constexpr std::int64_t kSlot = 10'000;  // ps

demand::DemandMatrix bytes_of(const demand::QuantaMatrix& quanta) {
  demand::DemandMatrix bytes(quanta.ports());
  for (int i = 0; i < quanta.ports(); ++i) {
    for (int j = 0; j < quanta.ports(); ++j) bytes.set(i, j, base::Bytes{quanta.at(i, j)});
  }
  return bytes;
}

schedule::Summary summary_of(const demand::QuantaMatrix& demand, const char* scheduler,
                             int switches) {
  const schedule::Schedule one = schedule::find_scheduler(scheduler).run(demand, {});
  return summarise(bytes_of(demand), demand, schedule::over_switches(demand, one, switches));
}

}  // namespace

TEST_CASE("The longest settings come first, each to the switch that has least") {
  // Shifts of 9, 7, 6 and 2 slots, and a guard of one: 9 + 2 beside 7 + 6 is 13 and 15 with guards.
  const demand::QuantaMatrix demand(4, {9, 7, 6, 2, 2, 9, 7, 6, 6, 2, 9, 7, 7, 6, 2, 9},
                                    support::clock_with_guard(4));
  const schedule::Summary two = summary_of(demand, "holds-first", 2);
  CHECK(two.valid);
  CHECK(two.permutations == 4);  // to move a slot would cost a guard of four
  CHECK(two.makespan == base::Picoseconds{(7 + 6 + 2 * 4) * kSlot});
  CHECK(two.switches == 2);
}

TEST_CASE("A permutation is cut into as many parts as there are switches") {
  const demand::QuantaMatrix shift(3, {0, 600, 0, 0, 0, 600, 600, 0, 0},
                                   support::clock_with_guard(10));
  for (const int switches : {1, 2, 3, 4, 6}) {
    const schedule::Summary all = summary_of(shift, "exact", switches);
    CAPTURE(switches);
    CHECK(all.valid);
    CHECK(all.permutations == switches);
    const auto even = static_cast<double>((600 / switches + 10) * kSlot);
    CHECK(static_cast<double>(all.makespan.count()) >= even);
    CHECK(static_cast<double>(all.makespan.count()) <= even + 2 * kSlot);
  }
}

TEST_CASE("Shares carry the whole demand, each quantum once, by valid schedules") {
  for (const auto& [name, demand] : support::demand_shapes({1, 2, 5, 16}, 200)) {
    for (const char* scheduler : {"holds-first", "exact", "ladder", "greedy-max-weight"}) {
      const schedule::Schedule one = schedule::find_scheduler(scheduler).run(demand, {});
      for (const int switches : {1, 2, 3, 7}) {
        CAPTURE(name, scheduler, switches);
        const auto shares = schedule::over_switches(demand, one, switches);
        REQUIRE(shares.size() == static_cast<std::size_t>(switches));
        std::int64_t carried = 0;
        for (const SwitchShare& share : shares) {
          CHECK(check(share.demand, share.schedule).fault == "");
          carried += share.demand.total();
        }
        CHECK(carried == demand.total());
        const schedule::Summary all = summarise(bytes_of(demand), demand, shares);
        CHECK(all.fault == "");
        CHECK(all.makespan >= all.bound.makespan);
        CHECK(all.efficiency <= 1);
        CHECK(all.stuffed_quanta >= 0);
      }
    }
  }
}

TEST_CASE("Without a guard any number of switches shares a schedule evenly") {
  for (std::uint64_t index = 0; index < 8; ++index) {
    const auto demand = support::balanced_demand(8, 5, 1000, index, support::clock_with_guard(0));
    const std::int64_t all = demand.largest_line_sum();
    for (const int switches : {2, 3, 8}) {
      const schedule::Summary shared = summary_of(demand, "exact", switches);
      CHECK(shared.makespan.count() <= (all / switches + 2 * switches) * kSlot);
    }
  }
}

TEST_CASE("A share that loses a quantum is seen") {
  const demand::QuantaMatrix demand(2, {0, 5, 5, 0}, support::clock_with_guard(1));
  const schedule::Schedule one = schedule::find_scheduler("exact").run(demand, {});
  auto shares = schedule::over_switches(demand, one, 2);
  shares[0].demand = demand::QuantaMatrix(2, {0, 1, 1, 0}, demand.clock());
  const schedule::Summary all = summarise(bytes_of(demand), demand, shares);
  CHECK_FALSE(all.valid);
  CHECK_THAT(all.fault, Catch::Contains("of 5 quanta from 0 to 1"));
}
