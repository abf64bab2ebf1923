// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/detours.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <numeric>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/hops/automatic.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using base::Picoseconds;
using demand::QuantaMatrix;
using schedule::PortShape;
using schedule::Schedule;

namespace {

bool is_spread(const Schedule& schedule) {
  return schedule.family().find("spread") != std::string::npos;
}

// The least sum of holds of the three shifts of four ports, by trying all. A quantum by 3 may go by
// 1 and then by 2, one by 1 may go by 2 and then by 3; no other two shifts in order replace a
// third.
std::int64_t least_holds_of_four(const QuantaMatrix& demand) {
  std::int64_t least = INT64_MAX;
  std::int64_t load[4][4] = {};  // by shift and row
  for (int by = 1; by < 4; ++by) {
    for (int p = 0; p < 4; ++p) load[by][p] = demand.at(p, (p + by) % 4);
  }
  const std::function<void(int)> choose = [&](int pair) {
    if (pair == 8) {
      std::int64_t sum = 0;
      for (int by = 1; by < 4; ++by) sum += *std::max_element(load[by], load[by] + 4);
      least = std::min(least, sum);
      return;
    }
    const int p = pair / 2, by = pair % 2 == 0 ? 3 : 1;
    const int first = by == 3 ? 1 : 2, second = first + 1;
    for (std::int64_t over = 0; over <= demand.at(p, (p + by) % 4); ++over) {
      load[by][p] -= over;
      load[first][p] += over;
      load[second][(p + first) % 4] += over;
      choose(pair + 1);
      load[by][p] += over;
      load[first][p] -= over;
      load[second][(p + first) % 4] -= over;
    }
  };
  choose(0);
  return least;
}

}  // namespace

// By 1 and by 2 are held for port 3 alone, by 3 for the pair (0, 3). Ports 0 and 1 idle there, so
// as much of the pair goes over port 1 as these are held.
TEST_CASE("a hot pair goes by two circuits that idle, as much of it as they are held") {
  for (const std::int64_t idle : {1, 3, 10, 15}) {
    const std::int64_t hot = 10;
    std::vector<std::int64_t> counts(16, 0);
    counts[3] = hot;
    counts[12] = counts[13] = idle;
    const QuantaMatrix demand(4, std::move(counts), support::clock_with_guard(0));
    const Schedule plain = shift_schedule(demand, PortShape({4}));
    CHECK(plain.slots() == hot + 2 * idle);
    const Schedule spread = spread_shifts(demand, PortShape({4}));
    INFO(idle);
    CHECK(check(demand, spread).fault == "");
    CHECK(spread.slots() == 2 * idle + std::max<std::int64_t>(0, hot - idle));
    CHECK(spread.permutations() == (hot > idle ? 3 : 2));
    CHECK(check(demand, spread).relayed_quanta == std::min(hot, idle));
    CHECK(spread.family() == "shifts 4 spread");
    CHECK(spread.hops() == 2);
  }
}

TEST_CASE("no detours of four ports beat the best of all, and four in five are as good") {
  int as_good = 0, all = 0;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const QuantaMatrix demand = support::random_demand(4, 3, 0.6, index);
    const Schedule spread = spread_shifts(demand, PortShape({4}));
    const std::int64_t own = demand.at(0, 0);
    std::int64_t at_home = own;
    for (int p = 1; p < 4; ++p) at_home = std::max(at_home, demand.at(p, p));
    const std::int64_t least = least_holds_of_four(demand) + at_home;
    CHECK(spread.slots() >= least);
    CHECK(spread.slots() <= shift_schedule(demand, PortShape({4})).slots());
    as_good += spread.slots() == least;
    ++all;
  }
  CHECK(as_good * 5 >= all * 4);
}

TEST_CASE("detours bring each quantum to its last port once, and hold no setting longer") {
  demand::SlotClock clock = support::clock_with_guard(3);
  clock.forward = Picoseconds{100'000};
  for (const int ports : {1, 2, 6, 12, 30}) {
    for (const auto& [name, demand] : support::demand_shapes({ports}, 200, clock)) {
      for (const PortShape& shape : schedule::shapes_of(ports)) {
        INFO(name << " as " << text_of(shape));
        const Schedule plain = shift_schedule(demand, shape);
        const Schedule spread = spread_shifts(demand, shape);
        const schedule::Verdict verdict = check(demand, spread);
        CHECK(verdict.fault == "");
        CHECK(verdict.served_quanta == demand.total());
        CHECK(spread.slots() <= plain.slots());
        CHECK(spread.permutations() <= plain.permutations());
        CHECK(spread.slots() >= demand.largest_line_sum());
        CHECK(spread.hops() <= std::max(1, 2 * shape.digits()));
        if (!is_spread(spread)) CHECK(equal(spread, plain));
        schedule::SchedulerOptions options;
        options.shape = text_of(shape);
        if (ports == 1) continue;
        CHECK(makespan(demand, schedule::spread(demand, options)) <= makespan(demand, plain));
      }
      const Schedule direct = schedule::holds_first(demand, {});
      const Schedule spread = spread_direct(demand, direct);
      INFO(name << ", direct");
      CHECK(check(demand, spread).fault == "");
      CHECK(spread.slots() <= direct.slots());
      CHECK(makespan(demand, schedule::spread(demand, {})) <= makespan(demand, direct));
    }
  }
}

// Random holds are far from equal: a port sends 63 numbers of 1 to 100, so 3,182 in the mean, and
// the fullest of 64 circuits sets each hold, some 98. Detours bring holds near to the busiest port.
TEST_CASE(
    "auto spreads what is uneven and saves a hundredth or more, and nothing of an even load") {
  demand::SlotClock clock = support::clock_with_guard(100);
  clock.forward = Picoseconds{1'000'000};
  const QuantaMatrix uneven = support::random_demand(64, 100, 1, 7, clock);
  const Schedule best = schedule::automatic(uneven, {});
  CHECK(is_spread(best));
  CHECK(check(uneven, best).fault == "");
  for (const char* plain : {"holds-first", "shifts", "ladder"}) {
    const Schedule other = schedule::find_scheduler(plain).run(uneven, {});
    CHECK(makespan(uneven, best) <
          makespan(uneven, other) - Picoseconds{makespan(uneven, other).count() / 100});
  }
  const QuantaMatrix even(64, std::vector<std::int64_t>(64 * 64, 9), clock);
  CHECK_FALSE(is_spread(schedule::automatic(even, {})));
}

TEST_CASE("the checker refuses detours whose settings change places") {
  const QuantaMatrix demand = support::random_demand(16, 50, 1, 3, support::clock_with_guard(10));
  const Schedule spread = spread_shifts(demand, PortShape({16}));
  REQUIRE(is_spread(spread));
  Schedule turned(16, spread.hops());
  std::vector<schedule::Matching> columns;
  for (schedule::SettingCursor s(spread); !s.done(); s.next()) columns.push_back(s.columns());
  for (std::size_t e = spread.permutations(); e-- > 0;) {
    turned.append(columns[e], spread.hold(e));
    for (const schedule::Relay& relay : spread.relays(e)) turned.relay(relay);
  }
  CHECK_FALSE(check(demand, turned).valid);
}
