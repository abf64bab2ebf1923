// SPDX-License-Identifier: Apache-2.0
// A scheduler that knows the guard does best with the guard it is told.
#include <catch2/catch.hpp>
#include <string>

#include "jacquard/schedule/scheduler.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;

namespace {

demand::QuantaMatrix with_guard(const demand::QuantaMatrix& demand, double guard) {
  const auto counts = demand.row_major();
  return {demand.ports(), {counts.begin(), counts.end()}, support::clock_with_guard(guard)};
}

// Lines of 2 to 10 entries of 100 to 10,000: few lines are alike.
demand::QuantaMatrix unbalanced(int ports, std::uint64_t index) {
  base::Rng rng(3, "own guard", index);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
  for (int row = 0; row < ports; ++row) {
    const std::vector<int> columns = rng.permutation(ports);
    const std::int64_t entries = rng.between(2, std::min(10, ports));
    for (int k = 0; k < entries; ++k) {
      const int column = columns[static_cast<std::size_t>(k)];
      counts[static_cast<std::size_t>(row * ports + column)] =
          rng.between(10, 100) * rng.between(10, 100);
    }
  }
  return {ports, std::move(counts)};
}

// Of all pairs of guards: no schedule made for another one is shorter at a scheduler's own.
void check_own_guard(const schedule::Scheduler& scheduler, const demand::QuantaMatrix& demand) {
  const std::vector<double> guards{0, 30, 100, 300, 1'000, 3'000, 30'000};
  std::vector<schedule::Schedule> made;
  for (const double guard : guards) made.push_back(scheduler.run(with_guard(demand, guard), {}));
  for (std::size_t own = 0; own < guards.size(); ++own) {
    const demand::QuantaMatrix priced = with_guard(demand, guards[own]);
    const auto makespan = [&](const schedule::Schedule& schedule) {
      return priced.clock().makespan(schedule.slots(),
                                     static_cast<std::int64_t>(schedule.permutations()));
    };
    for (std::size_t other = 0; other < guards.size(); ++other) {
      INFO(scheduler.name << " at " << guards[own] << " with its schedule for " << guards[other]);
      CHECK(makespan(made[own]) <= makespan(made[other]));
    }
  }
}

}  // namespace

TEST_CASE("no scheduler of ours that knows the guard loses to its own schedule of another guard") {
  for (const char* name : {"holds-first", "level-matching", "best"}) {
    const schedule::Scheduler& scheduler = schedule::find_scheduler(name);
    for (std::uint64_t index = 0; index < 9; ++index) {
      check_own_guard(scheduler, unbalanced(8 + 4 * static_cast<int>(index % 3), index));
    }
    check_own_guard(scheduler, support::random_demand(12, 10'000, 1, 4));
    check_own_guard(scheduler, support::balanced_demand(16, 6, 10'000, 5));
  }
  // The size at which the defect was seen.
  check_own_guard(schedule::find_scheduler("holds-first"), unbalanced(64, 9));
}
