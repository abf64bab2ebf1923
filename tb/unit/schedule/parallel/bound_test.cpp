// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/parallel/bound.hpp"

#include <catch2/catch.hpp>

#include "jacquard/schedule/parallel/share.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "support/demand_shapes.hpp"
#include "support/least_makespans.hpp"

using namespace jacquard;
using namespace jacquard::support;

namespace {

// Two switches: the least over all ways to divide a demand between them.
int least_of_two(const std::vector<int>& least, const Cells& demand) {
  int best = least[encode(demand)];
  Cells part{};
  while (true) {
    std::size_t k = 0;
    while (k < part.size() && part[k] == demand[k]) part[k++] = 0;
    if (k == part.size()) return best;
    ++part[k];
    Cells rest = demand;
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= part[i];
    best = std::min(best, std::max(least[encode(part)], least[encode(rest)]));
  }
}

}  // namespace

TEST_CASE("At three ports nothing over two switches beats the optimum, nor that its bound") {
  for (const int delta : {0, 1, 6}) {
    const std::vector<int> least = least_makespans(delta);
    for (std::size_t code = 1; code < kDemands; code += 97) {
      const Cells cells = decode(code);
      const demand::QuantaMatrix demand(3, {cells.begin(), cells.end()}, clock_with_guard(delta));
      CAPTURE(code, delta);
      const base::Picoseconds optimum{least_of_two(least, cells) * 10'000};
      CHECK(optimum >= schedule::bound_over_switches(demand, 2).makespan);
      for (const char* scheduler : {"holds-first", "exact", "greedy-max-weight"}) {
        const auto one = schedule::find_scheduler(scheduler).run(demand, {});
        base::Picoseconds makespan{0};
        for (const auto& share : schedule::over_switches(demand, one, 2)) {
          const auto settings = static_cast<std::int64_t>(share.schedule.permutations());
          makespan = std::max(makespan, demand.clock().makespan(share.schedule.slots(), settings));
        }
        CHECK(makespan >= optimum);
      }
    }
  }
}

TEST_CASE("The bound over switches is what a line, or the settings of all lines, take at least") {
  // Shifts of 8, 4 and 4 slots: 16 slots and three guards over two switches.
  const demand::QuantaMatrix shifts(3, {8, 4, 4, 4, 8, 4, 4, 4, 8}, clock_with_guard(2));
  CHECK(schedule::bound_over_switches(shifts, 1).makespan ==
        schedule::tightest_bound(shifts, 1).makespan);
  CHECK(schedule::bound_over_switches(shifts, 2).makespan == base::Picoseconds{(16 + 6) * 5'000});
  // Of eight switches each has one setting at least, or has nothing.
  CHECK(schedule::bound_over_switches(shifts, 8).makespan ==
        base::Picoseconds{(16 + 8 * 2) * 10'000 / 8});
  // A time that is beyond what can be counted stays so.
  demand::SlotClock slow;
  slow.rate = base::BitsPerSecond{1};
  const demand::QuantaMatrix huge(2, {std::int64_t{1} << 50, 1, 1, 1}, slow);
  CHECK(schedule::bound_over_switches(huge, 3).makespan >= base::Picoseconds{INT64_MAX / 3});
  const demand::QuantaMatrix nothing(2, {0, 0, 0, 0}, clock_with_guard(2));
  CHECK(schedule::bound_over_switches(nothing, 4).makespan == base::Picoseconds{0});
}
