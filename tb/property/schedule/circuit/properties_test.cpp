// SPDX-License-Identifier: Apache-2.0
// What each circuit scheduler promises of every demand, against closed forms and plain models.
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::kUnmatched;
using schedule::Schedule;
using schedule::SettingCursor;

namespace {

std::vector<demand::QuantaMatrix> random_demands() {
  std::vector<demand::QuantaMatrix> all;
  for (std::uint64_t k = 0; k < 12; ++k) {
    const int n = 2 + static_cast<int>(k) * 3;
    all.push_back(support::random_demand(n, 40, 0.2 + 0.07 * static_cast<double>(k), k));
    all.push_back(support::balanced_demand(n, 5, 40, k));
  }
  return all;
}

// Largest number of nonzeros in a line.
int fullest_line(const demand::QuantaMatrix& demand) {
  int fullest = 0;
  for (int i = 0; i < demand.ports(); ++i) {
    int row = 0;
    int column = 0;
    for (int j = 0; j < demand.ports(); ++j) {
      row += demand.at(i, j) > 0;
      column += demand.at(j, i) > 0;
    }
    fullest = std::max({fullest, row, column});
  }
  return fullest;
}

}  // namespace

TEST_CASE("a permutation demand takes one setting, held once") {
  const auto demand = support::balanced_demand(9, 1, 30, 4);
  for (const auto scheduler :
       {schedule::bottleneck, schedule::minhold, schedule::critical_first, schedule::solstice,
        schedule::eclipse, schedule::eclipse_coarse, schedule::level_matching,
        schedule::holds_first, schedule::greedy_max_weight, schedule::tms}) {
    const Schedule found = scheduler(demand, {});
    CHECK(found.permutations() == 1);
    CHECK(found.slots() == demand.largest_entry());
  }
}

TEST_CASE("bottleneck and Solstice take exactly the largest line sum, with falling thresholds") {
  for (const auto& demand : random_demands()) {
    for (const auto scheduler : {schedule::bottleneck, schedule::solstice}) {
      const Schedule found = scheduler(demand, {});
      CHECK(found.slots() <= demand.largest_line_sum());
      CHECK(found.slots() >= demand.largest_line_sum());
    }
  }
}

TEST_CASE("greedy-max-weight needs as many matchings as the fullest line has entries") {
  for (const auto& demand : random_demands()) {
    const int fullest = fullest_line(demand);
    CHECK(schedule::greedy_max_weight(demand, {}).permutations() ==
          static_cast<std::size_t>(fullest));
    for (const int spare : {0, 1, 5}) {
      schedule::SchedulerOptions options;
      options.matchings = fullest + spare;
      const Schedule found = schedule::greedy_max_weight(demand, options);
      CHECK(found.permutations() <= static_cast<std::size_t>(options.matchings));
      CHECK(schedule::check(demand, found).valid);
    }
  }
}

TEST_CASE("greedy-max-weight keeps to its bound where entries are the largest there are") {
  const std::int64_t most = demand::kMaxEntry.count();
  for (const int n : {2, 7, 33}) {
    const auto demand = support::random_demand(n, most, 0.5, 9);
    const Schedule found = schedule::greedy_max_weight(demand, {});
    CHECK(found.permutations() == static_cast<std::size_t>(fullest_line(demand)));
    CHECK(schedule::check(demand, found).valid);
  }
}

TEST_CASE(
    "min-hold is a greedy over wrapped diagonals, cell by cell, from the next diagonal each time") {
  for (const auto& demand : random_demands()) {
    const int n = demand.ports();
    std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
    const auto cell = [&](int i, int j) -> std::int64_t& {
      return left[static_cast<std::size_t>(i * n + j)];
    };
    const Schedule found = schedule::minhold(demand, {});
    for (SettingCursor s(found); !s.done(); s.next()) {
      std::vector<int> columns(static_cast<std::size_t>(n), kUnmatched);
      std::vector<bool> taken(static_cast<std::size_t>(n));
      std::int64_t hold = std::numeric_limits<std::int64_t>::max();
      const int start = static_cast<int>(s.entry()) % n;
      for (int d = start; d < start + n; ++d) {
        for (int i = 0; i < n; ++i) {
          const int j = (i + d) % n;
          if (columns[static_cast<std::size_t>(i)] != kUnmatched ||
              taken[static_cast<std::size_t>(j)] || cell(i, j) == 0) {
            continue;
          }
          columns[static_cast<std::size_t>(i)] = j;
          taken[static_cast<std::size_t>(j)] = true;
          hold = std::min(hold, cell(i, j));
        }
      }
      REQUIRE(s.columns() == columns);
      REQUIRE(s.hold() == hold);
      for (int i = 0; i < n; ++i) {
        if (columns[static_cast<std::size_t>(i)] != kUnmatched) {
          cell(i, columns[static_cast<std::size_t>(i)]) -= hold;
        }
      }
    }
  }
}

TEST_CASE("critical-first settings are maximal and serve the longest line if any line") {
  for (const auto& demand : random_demands()) {
    schedule::Residue left(demand);
    const Schedule found = schedule::critical_first(demand, {});
    const int n = demand.ports();
    for (SettingCursor s(found); !s.done(); s.next()) {
      std::vector<bool> taken(static_cast<std::size_t>(n));
      bool serves_longest = false;
      const std::int64_t longest = left.largest_line_sum();
      for (int i = 0; i < n; ++i) {
        const int j = s.columns()[static_cast<std::size_t>(i)];
        if (j == kUnmatched) continue;
        taken[static_cast<std::size_t>(j)] = true;
        serves_longest |= left.row(i).sum == longest || left.column(j).sum == longest;
      }
      REQUIRE(serves_longest);
      for (int i = 0; i < n; ++i) {
        if (s.columns()[static_cast<std::size_t>(i)] != kUnmatched) continue;
        for (int j = 0; j < n; ++j) {
          if (!taken[static_cast<std::size_t>(j)]) REQUIRE(left.at(i, j) == 0);
        }
      }
      // A line left out has lost each of its partners to a line at least as full.
      for (int i = 0; i < n; ++i) {
        const int j = s.columns()[static_cast<std::size_t>(i)];
        if (j == kUnmatched) continue;
        for (int other = 0; other < n; ++other) {
          const bool row_left_out =
              s.columns()[static_cast<std::size_t>(other)] == kUnmatched && left.at(other, j) > 0;
          const bool column_left_out =
              !taken[static_cast<std::size_t>(other)] && left.at(i, other) > 0;
          if (row_left_out) REQUIRE(left.row(i).sum >= left.row(other).sum);
          if (column_left_out) REQUIRE(left.column(j).sum >= left.column(other).sum);
        }
      }
      for (int i = 0; i < n; ++i) {
        const int j = s.columns()[static_cast<std::size_t>(i)];
        if (j != kUnmatched) left.serve(i, j, s.hold());
      }
    }
  }
}

TEST_CASE("critical-first reaches an efficiency of 0.92 on balanced sparse demands") {
  for (std::uint64_t k = 0; k < 5; ++k) {
    const auto demand = support::balanced_demand(64, 16, 60, k);
    const Schedule found = schedule::critical_first(demand, {});
    CHECK(static_cast<double>(demand.largest_line_sum()) >=
          0.92 * static_cast<double>(found.slots()));
  }
}

TEST_CASE("round-robin serves a full-scale demand in one cycle if it holds for an entry") {
  schedule::SchedulerOptions options;
  options.hold = 20;
  const demand::QuantaMatrix demand(5, std::vector<std::int64_t>(25, 20));
  const Schedule found = schedule::round_robin(demand, options);
  CHECK(found.permutations() == 5);
  CHECK(schedule::check(demand, found).idle_quanta == 0);
}

TEST_CASE("round-robin's default hold keeps a duty cycle of nine tenths") {
  // 9 / (9 + 1): a guard of one slot; 90 / (90 + 10): of ten.
  for (const double guard : {1.0, 10.0}) {
    const demand::QuantaMatrix demand(4, std::vector<std::int64_t>(16, 1000),
                                      support::clock_with_guard(guard));
    CHECK(schedule::round_robin(demand, {}).hold(0) == static_cast<std::int64_t>(9 * guard));
  }
}

TEST_CASE("load balancing halves what a single pair takes at best, and relays only within a hold") {
  // One pair of 1,000 among 11 ports, holds of 10: one hop needs 100 cycles of 10 shifts. Over two
  // hops all 10 shifts of a cycle carry for it: 10 cycles and what is still under way.
  std::vector<std::int64_t> counts(121, 0);
  counts[3] = 1000;
  const demand::QuantaMatrix demand(11, counts);
  schedule::SchedulerOptions options;
  options.hold = 10;
  CHECK(schedule::round_robin(demand, options).permutations() == 99 * 10 + 3);
  const Schedule spread = schedule::round_robin_vlb(demand, options);
  CHECK(spread.permutations() >= 100);
  CHECK(spread.permutations() <= 120);
}

TEST_CASE(
    "a window given to eclipse or traffic matrix scheduling changes the plan, not the service") {
  const auto demand = support::random_demand(12, 200, 0.6, 3, support::clock_with_guard(10));
  for (const auto scheduler : {schedule::eclipse, schedule::eclipse_coarse, schedule::tms}) {
    for (const std::int64_t window : {12, 100, 100'000}) {
      schedule::SchedulerOptions options;
      options.window = window;
      const auto verdict = schedule::check(demand, scheduler(demand, options));
      CHECK(verdict.valid);
      CHECK(verdict.useless_pairs == 0);
    }
  }
}

TEST_CASE("with load balancing no port is sent more for a destination than one hold can carry on") {
  // Every row but 3 has demand for column 3 alone: what a port holds for 3 beyond its own is at
  // rest.
  std::vector<std::int64_t> counts(81, 0);
  for (std::size_t i = 0; i < 9; ++i) counts[i * 9 + 3] = i == 3 ? 0 : 400;
  const demand::QuantaMatrix demand(9, counts);
  schedule::SchedulerOptions options;
  options.hold = 16;
  const Schedule found = schedule::round_robin_vlb(demand, options);
  std::vector<std::int64_t> received(9, 0);  // since the port's last circuit to column 3
  std::int64_t most = 0;
  for (std::size_t e = 0; e < found.permutations(); ++e) {
    for (const schedule::Relay& relay : found.relays(e)) {
      const auto via = static_cast<std::size_t>(relay.column);
      if (relay.column != 3) most = std::max(most, received[via] += relay.quanta);
      if (relay.column == 3) received[static_cast<std::size_t>(relay.row)] = 0;
    }
  }
  CHECK(most > 0);
  CHECK(most <= options.hold);
}
