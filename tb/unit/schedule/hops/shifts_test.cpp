// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/shifts.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/hops/automatic.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using base::Picoseconds;
using demand::QuantaMatrix;
using schedule::PortShape;
using schedule::Schedule;

namespace {

QuantaMatrix all_to_all(int ports, std::int64_t quanta, demand::SlotClock clock = {}) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports), quanta);
  for (int p = 0; p < ports; ++p) counts[static_cast<std::size_t>(p * ports + p)] = 0;
  return {ports, std::move(counts), clock};
}

}  // namespace

// Of N - 1 destinations, N / n differ by each shift of a digit of n values, at every port and every
// step alike (Bruck et al. 1997 for n = 2).
TEST_CASE("an all-to-all of one quantum holds each shift for ports over the size of its digit") {
  for (const int ports : {2, 6, 8, 12, 36, 64}) {
    for (const PortShape& shape : schedule::shapes_of(ports)) {
      INFO(ports << " as " << text_of(shape));
      const QuantaMatrix demand = all_to_all(ports, 1);
      std::vector<std::int64_t> expected;
      for (int k = 0; k < shape.digits(); ++k) {
        for (int by = 1; by < shape.size(k); ++by) expected.push_back(ports / shape.size(k));
      }
      CHECK(shift_holds(demand, shape) == expected);
      const Schedule schedule = shift_schedule(demand, shape);
      CHECK(static_cast<int>(schedule.permutations()) == shape.settings());
      CHECK(schedule.slots() == std::accumulate(expected.begin(), expected.end(), std::int64_t{0}));
      CHECK(schedule.hops() == shape.digits());
    }
  }
}

TEST_CASE("shifts of every shape bring each quantum to its last port, and wait between digits") {
  demand::SlotClock clock = support::clock_with_guard(3);
  clock.forward = Picoseconds{100'000};
  for (const int ports : {1, 4, 6, 12, 30}) {
    for (std::uint64_t index = 0; index < 6; ++index) {
      const QuantaMatrix demand =
          support::random_demand(ports, 9, index % 2 == 0 ? 1.0 : 0.3, index, clock);
      schedule::ShapeCosts costs(demand);
      for (const PortShape& shape : schedule::shapes_of(ports)) {
        INFO(ports << " as " << text_of(shape) << ", demand " << index);
        const Schedule schedule = shift_schedule(demand, shape);
        const schedule::Verdict verdict = check(demand, schedule);
        CHECK(verdict.fault == "");
        CHECK(verdict.served_quanta == demand.total());
        // Guards pass meanwhile.
        const Picoseconds wait = Picoseconds{100'000} - clock.guard;
        const Picoseconds without =
            clock.makespan(schedule.slots(), static_cast<std::int64_t>(schedule.permutations()));
        const int waits = std::max(0, shape.digits() - 1);
        CHECK(makespan(demand, schedule) <= without + wait * waits);
        CHECK(makespan(demand, schedule) <= costs.time(shape).most);
        CHECK(costs.time(shape).least == without);
        if (index % 2 != 0) continue;
        CHECK(makespan(demand, schedule) == without + wait * waits);
        CHECK(costs.time(shape).most == makespan(demand, schedule));
      }
    }
  }
}

TEST_CASE("a schedule whose port sends on what has not come is not valid") {
  const QuantaMatrix demand(3, {0, 2, 0, 0, 0, 0, 0, 0, 0});
  Schedule early(3, 2);
  early.append({2, schedule::kUnmatched, 1}, 2);
  early.relay({0, 2, 1, 2});
  early.relay({2, 1, 1, 2});
  CHECK_FALSE(check(demand, early).valid);
  Schedule right(3, 2);
  right.append({2, schedule::kUnmatched, schedule::kUnmatched}, 2);
  right.relay({0, 2, 1, 2});
  right.append({schedule::kUnmatched, schedule::kUnmatched, 1}, 2);
  right.relay({2, 1, 1, 2});
  CHECK(check(demand, right).fault == "");
  CHECK(sends_on_of(demand, right) == std::vector<int>{schedule::kNothing, 0});
}

TEST_CASE(
    "auto is never later than its parts, direct without a guard, in few settings with a long one") {
  for (const double guard : {0.0, 1.0, 30.0, 1'000.0, 100'000.0}) {
    demand::SlotClock clock = support::clock_with_guard(guard);
    clock.forward = Picoseconds{1'000'000};
    for (const int ports : {8, 16, 64}) {
      const QuantaMatrix demand = support::random_demand(ports, 20, 0.9, 3, clock);
      const Schedule best = schedule::automatic(demand, {});
      CHECK(check(demand, best).fault == "");
      for (const char* part : {"holds-first", "shifts"}) {
        const Schedule other = schedule::find_scheduler(part).run(demand, {});
        CHECK(makespan(demand, best) <= makespan(demand, other));
      }
      if (guard == 0) CHECK(best.hops() == 1);
      if (guard == 100'000) CHECK(best.hops() > 1);
    }
  }
}

TEST_CASE("auto is never later than exact where a guard is short beside the entries, in any unit") {
  for (const double unit : {1.0, 1'000.0}) {
    for (std::uint64_t index = 0; index < 4; ++index) {
      const auto largest = static_cast<std::int64_t>(400 * unit);
      const QuantaMatrix demand =
          support::balanced_demand(32, 12, largest, index, support::clock_with_guard(unit));
      const Schedule best = schedule::automatic(demand, {});
      const Schedule other = schedule::find_scheduler("exact").run(demand, {});
      CHECK(makespan(demand, best) <= makespan(demand, other));
    }
  }
}
