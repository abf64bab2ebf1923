// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/core_schedulers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/ladder_bound.hpp"
#include "support/demand_shapes.hpp"
#include "support/demands.hpp"

using namespace jacquard;
using demand::QuantaMatrix;
using schedule::kUnmatched;
using schedule::Matching;
using schedule::Schedule;
using schedule::SchedulerOptions;

namespace {

// The cores' oracle: no pipeline, no groups, no bit sets. Cell (i, j) grants iff its request holds
// and its row and column are free, cells taken by wrapped diagonal (Tamir & Chi 1993).
struct PlainWave {
  explicit PlainWave(int ports)
      : columns(static_cast<std::size_t>(ports), kUnmatched),
        column_taken(static_cast<std::size_t>(ports), false) {}
  Matching columns;
  std::vector<bool> column_taken;
  bool granted = false;
};

struct PlainArray {
  int n;
  std::vector<std::int64_t> left;

  explicit PlainArray(const QuantaMatrix& demand)
      : n(demand.ports()), left(demand.row_major().begin(), demand.row_major().end()) {}

  void lap(PlainWave& wave, std::int64_t at_least, std::int64_t serve) {
    for (int d = 0; d < n; ++d) {
      for (int i = 0; i < n; ++i) {
        const int j = (i + d) % n;
        auto& column = wave.columns[static_cast<std::size_t>(i)];
        auto& count = left[static_cast<std::size_t>(i * n + j)];
        if (column != kUnmatched || wave.column_taken[static_cast<std::size_t>(j)]) continue;
        if (count < at_least) continue;
        column = j;
        wave.column_taken[static_cast<std::size_t>(j)] = true;
        wave.granted = true;
        count -= std::min(count, serve);
      }
    }
  }
};

// Waves of one level are strong one after the other until one finds nothing; then each fills. That
// the pipelined core equals this for every S is a property of rule (e): the report that lowers the
// level is as long on its way as the last wave needs to begin its fill lap.
Schedule plain_ladder(const QuantaMatrix& demand, const SchedulerOptions& options) {
  PlainArray array(demand);
  int level = 0;
  while ((std::int64_t{2} << level) <= demand.largest_entry()) ++level;
  level = std::max(level - options.top_offset, options.floor);
  Schedule schedule(array.n);
  for (; level >= options.floor; --level) {
    const std::int64_t hold = std::int64_t{1} << level;
    std::vector<PlainWave> waves;
    for (;;) {
      PlainWave wave(array.n);
      array.lap(wave, level == options.floor ? 1 : hold, hold);
      if (!wave.granted) break;
      waves.push_back(wave);
    }
    for (PlainWave& wave : waves) {
      if (options.fill) array.lap(wave, 1, hold);
      schedule.append(wave.columns, hold);
    }
  }
  return schedule;
}

Schedule plain_unit(const QuantaMatrix& demand) {
  PlainArray array(demand);
  Schedule schedule(array.n);
  for (;;) {
    PlainWave wave(array.n);
    array.lap(wave, 1, 1);
    if (!wave.granted) return schedule;
    schedule.append(wave.columns, 1);
  }
}

}  // namespace

TEST_CASE("the unit core's schedule is the sequential greedy's, for any diagonals per clock") {
  for (const int n : {1, 2, 3, 5, 16, 63, 65}) {
    const QuantaMatrix demand = tb::random_quanta(n, 20, 0.3, 11);
    const Schedule expected = plain_unit(demand);
    for (const int s : {1, 2, 3, 64}) {
      SchedulerOptions options;
      options.diagonals_per_clock = s;
      const Schedule got = schedule::unit(demand, options);
      CHECK(equal(got, expected));
      const auto verdict = check(demand, got);
      CHECK(verdict.valid);
      CHECK(verdict.idle_quanta == 0);
    }
    CHECK(expected.slots() <= std::max<std::int64_t>(2 * demand.largest_line_sum() - 1, 0));
  }
}

TEST_CASE(
    "the ladder core's schedule is the level-by-level greedy's, for any diagonals per clock") {
  for (const int n : {1, 2, 3, 5, 16, 64, 65, 130}) {
    const QuantaMatrix demand = tb::random_quanta(n, 255, n % 2 == 0 ? 0.0 : 0.6, 12);
    for (SchedulerOptions options :
         {SchedulerOptions{}, SchedulerOptions{1, 0, true}, SchedulerOptions{2, 3, true},
          SchedulerOptions{0, 2, false}, SchedulerOptions{9, 0, false},
          SchedulerOptions{0, 12, true}}) {
      const Schedule expected = plain_ladder(demand, options);
      for (const int s : {1, 3, 8}) {
        options.diagonals_per_clock = s;
        const Schedule got = schedule::ladder(demand, options);
        CHECK(equal(got, expected));
        const auto verdict = check(demand, got);
        CHECK(verdict.fault == "");
        CHECK(verdict.useless_pairs == 0);
      }
    }
  }
}

TEST_CASE("a ladder whose empty waves descend serves every demand, and asks for nothing else") {
  for (const int n : {1, 2, 5, 16, 64, 130}) {
    const QuantaMatrix demand = tb::random_quanta(n, 255, n % 2 == 0 ? 0.0 : 0.6, 13);
    for (SchedulerOptions options :
         {SchedulerOptions{}, SchedulerOptions{2, 3, true}, SchedulerOptions{0, 2, false}}) {
      options.descend = true;
      for (const int s : {1, 3, 8}) {
        options.diagonals_per_clock = s;
        const auto verdict = check(demand, schedule::ladder(demand, options));
        CHECK(verdict.fault == "");
        CHECK(verdict.useless_pairs == 0);
      }
    }
  }
}

TEST_CASE("an all-zero demand gives the cores nothing to emit") {
  const QuantaMatrix nothing(4, std::vector<std::int64_t>(16, 0));
  CHECK(schedule::unit(nothing, {}).permutations() == 0);
  CHECK(schedule::ladder(nothing, {}).permutations() == 0);
}

TEST_CASE("the unit scheduler refuses a demand of more quanta than it can list") {
  const QuantaMatrix huge(1, {(std::int64_t{1} << 24) + 1});
  CHECK_THROWS_AS(schedule::unit(huge, {}), base::ConfigError);
  CHECK(schedule::ladder(huge, {}).slots() == (std::int64_t{1} << 24) + 1);
}

TEST_CASE("the ladder is never done before its bound, and one entry is done then") {
  for (const double guard : {0.0, 0.5, 3.0, 40.0}) {
    const demand::SlotClock clock = support::clock_with_guard(guard);
    const auto makespan_of = [&](const QuantaMatrix& demand, const SchedulerOptions& options) {
      const Schedule made = schedule::ladder(demand, options);
      return clock.makespan(made.slots(), static_cast<std::int64_t>(made.permutations()));
    };
    for (const SchedulerOptions& options : {SchedulerOptions{}, SchedulerOptions{0, 2, false}}) {
      for (const support::NamedDemand& shape : support::demand_shapes({1, 3, 9}, 300, clock)) {
        INFO(shape.name << ", guard " << guard);
        const base::Picoseconds time = makespan_of(shape.matrix, options);
        CHECK(
            schedule::ladder_may_take_less(shape.matrix, options, time + base::Picoseconds{1'000}));
      }
    }
    // 16 slots: the ladder begins below the entry's own level, and needs two holds of eight.
    const QuantaMatrix one(1, {16}, clock);
    const base::Picoseconds sooner = makespan_of(one, {}) - base::Picoseconds{1'000};
    CHECK_FALSE(schedule::ladder_may_take_less(one, {}, sooner));
  }
}
