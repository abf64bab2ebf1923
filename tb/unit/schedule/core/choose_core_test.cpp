// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/core/check_core.hpp"
#include "jacquard/schedule/core/choose_rule.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/hops/shift_relays.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::DemandClass;
using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::CoreShape;
using schedule::Schedule;

namespace {

// A guard of so many quanta.
QuantaMatrix guarded(const QuantaMatrix& counted, std::int64_t guard) {
  demand::SlotClock clock;
  clock.slot = base::Picoseconds{10'000};
  clock.guard = base::times(*clock.slot, guard);
  clock.quantum = base::bytes_carried(*clock.slot, clock.rate);
  const auto counts = counted.row_major();
  return {counted.ports(), {counts.begin(), counts.end()}, clock};
}

QuantaMatrix drawn(DemandClass demand_class, int ports, std::uint64_t seed, std::uint64_t index) {
  demand::Quantisation how;
  how.bits = 8;
  return quantise(demand::generate(demand_class, ports, seed, index), how);
}

double quanta(const Schedule& schedule, std::int64_t guard) {
  return static_cast<double>(schedule.slots() +
                             guard * static_cast<std::int64_t>(schedule.permutations()));
}

std::array<schedule::TimeEstimate, 3> expected_of(const QuantaMatrix& demand) {
  return schedule::estimates(demand, schedule::balanced_shape(demand.ports()), 8);
}

}  // namespace

TEST_CASE("what the chooser expects of four full lines is what its rule says by hand") {
  // Lines of 4 x 9, the mean of which is 36: an eighth is 4, nothing is sparse.
  const auto expected = expected_of({4, std::vector<std::int64_t>(16, 9)});
  CHECK(expected[0].slots == 36);
  CHECK(expected[0].settings == 16);  // 4 of them, at half of 8 levels
  CHECK(expected[1].slots == 40);
  CHECK(expected[1].settings == 4);
  CHECK(expected[2].slots == 9 + 2 * 18);  // what ports have for themselves; 2 x 2 shifts
  CHECK(expected[2].settings == 3);
  // A permutation of eight ports: even and sparse, so the ladder is expected to waste 3/8.
  std::vector<std::int64_t> counts(64);
  for (std::size_t i = 0; i < 8; ++i) counts[i * 8 + (i + 3) % 8] = 80;
  CHECK(expected_of({8, counts})[0].slots == 80 + 20 + 10);
  counts[3] = 0;  // uneven
  CHECK(expected_of({8, counts})[0].slots == 80);
}

TEST_CASE("the chooser's estimate of the shift core is its schedule exactly") {
  for (const int ports : {1, 2, 6, 16, 64}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const QuantaMatrix demand = support::random_demand(ports, 200, seed % 2 == 0 ? 1 : 0.1, seed);
      const Schedule schedule = schedule::shift(demand, {});
      const schedule::TimeEstimate expected = expected_of(demand)[2];
      CHECK(expected.slots == schedule.slots());
      CHECK(expected.settings == static_cast<std::int64_t>(schedule.permutations()));
    }
  }
}

TEST_CASE("the chooser picks the least of its estimates, of equal ones the first it has") {
  const std::array<schedule::TimeEstimate, 3> expected{{{100, 40}, {120, 20}, {200, 4}}};
  const auto pick = [&](std::int64_t guard, unsigned choices) {
    return schedule::picked(expected, guard, choices);
  };
  CHECK(pick(0, 7) == CoreKind::ladder);
  CHECK(pick(1, 7) == CoreKind::ladder);  // 140 each
  CHECK(pick(2, 7) == CoreKind::few);
  CHECK(pick(5, 7) == CoreKind::few);  // 220 each
  CHECK(pick(6, 7) == CoreKind::shift);
  CHECK(pick(6, 3) == CoreKind::few);
  CHECK(pick(6, 1) == CoreKind::ladder);
  CHECK(pick(0, 4) == CoreKind::shift);
  CHECK(pick(0, 6) == CoreKind::few);
}

TEST_CASE("the chooser shows what the core that it picks would, some clocks later") {
  const int ports = 16;
  const CoreShape shape{CoreKind::choose, ports, 8, 4};
  const auto core = schedule::make_golden_core(shape);
  std::vector<int> picks(3);
  for (std::uint64_t index = 0; index < 4; ++index) {
    for (const std::int64_t guard : {0, 3, 20, 2'000, 1'000'000}) {
      const QuantaMatrix demand = guarded(drawn(DemandClass::moe, ports, 1, index), guard);
      const CoreKind kind =
          picked(expected_of(demand), std::min(guard, schedule::kMostGuard), shape.choices);
      ++picks[kind == CoreKind::ladder ? 0 : kind == CoreKind::few ? 1 : 2];
      const schedule::CoreRun run = run_core(*core, demand, {});
      const schedule::CoreRun bare =
          run_core(*schedule::make_golden_core({kind, ports, 8, 4}), demand, {});
      CHECK(equal(run.schedule, bare.schedule));
      CHECK(run.shifts == bare.shifts);
      CHECK(check_core(shape, demand, run).valid);
      // 4 x 4: 2 and 2 levels of digits, 3 of six shifts, 8 bits of settings, 2.
      CHECK(run.cycles == bare.cycles + 17);
      schedule::SchedulerOptions options;
      options.top_offset = 0;
      options.descend = true;  // not of the ladder that a chooser has
      const Schedule software = schedule::choose(demand, options);
      CHECK(equal(software,
                  run.shifts ? with_relays(demand, digits_of(shape), run.schedule) : run.schedule));
    }
  }
  for (const int count : picks) CHECK(count > 0);
}

// On matrices that no constant of the rule was fitted to; the table of docs/cores.md has more.
TEST_CASE("what the chooser picks takes at most 3 % more than the best of its cores, in the mean") {
  for (const DemandClass demand_class :
       {DemandClass::moe, DemandClass::uniform, DemandClass::unbalanced, DemandClass::sparse,
        DemandClass::hotspot}) {
    for (std::uint64_t index = 0; index < 2; ++index) {
      const QuantaMatrix counted = drawn(demand_class, 64, 3, index);
      const Schedule all[] = {schedule::ladder(counted, {}), schedule::few(counted, {}),
                              schedule::shift(counted, {})};
      double worse = 0;
      int guards = 0;
      for (const std::int64_t guard : {0, 1, 3, 10, 30, 100, 300, 1'000, 3'000, 10'000}) {
        const CoreKind kind = picked(expected_of(counted), guard, schedule::kAllChoices);
        double least = quanta(all[0], guard), own = least;
        for (std::size_t k = 1; k < 3; ++k) {
          const double time = quanta(all[k], guard);
          least = std::min(least, time);
          if (schedule::kChoices[k] == kind) own = time;
        }
        worse += own / least - 1;
        ++guards;
      }
      INFO("class " << static_cast<int>(demand_class) << ", matrix " << index);
      CHECK(worse / guards <= 0.03);
    }
  }
}

TEST_CASE("a guard is told in whole quanta, and no more than the port can say") {
  const QuantaMatrix one(1, {1});
  CHECK(schedule::guard_quanta(guarded(one, 0).clock()) == 0);
  CHECK(schedule::guard_quanta(guarded(one, 17).clock()) == 17);
  CHECK(schedule::guard_quanta(guarded(one, schedule::kMostGuard).clock()) == schedule::kMostGuard);
  CHECK(schedule::guard_quanta(guarded(one, 1'000'000'000).clock()) == schedule::kMostGuard);
  demand::SlotClock clock = guarded(one, 2).clock();
  clock.guard += base::Picoseconds{4'999};
  CHECK(schedule::guard_quanta(clock) == 2);
  clock.guard += base::Picoseconds{2};
  CHECK(schedule::guard_quanta(clock) == 3);
}

TEST_CASE("more ports than the chooser has are refused by name") {
  const QuantaMatrix demand = support::random_demand(257, 3, 0.01, 1);
  CHECK_THROWS_WITH(schedule::choose(demand, {}), Catch::Contains("at most 256 ports"));
}
