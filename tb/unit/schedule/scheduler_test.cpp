// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/scheduler.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/check.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::Scheduler;

namespace {

// Such a schedule of exact bytes would be endless, so it is refused.
bool emits_a_permutation_per_quantum(const Scheduler& scheduler) {
  const std::string name = scheduler.name;
  return name == "unit" || name == "wwfa" || name == "islip" || name == "qps";
}

void check_all(const std::vector<support::NamedDemand>& demands) {
  for (const Scheduler& scheduler : schedule::schedulers()) {
    for (const auto& [name, matrix] : demands) {
      INFO(scheduler.name << " on " << name);
      if (emits_a_permutation_per_quantum(scheduler) && matrix.largest_line_sum() > 1 << 24) {
        CHECK_THROWS_AS(scheduler.run(matrix, {}), base::ConfigError);
        continue;
      }
      const schedule::Schedule result = scheduler.run(matrix, {});
      const schedule::Verdict verdict = schedule::check(matrix, result);
      CHECK(verdict.fault == "");
      CHECK(verdict.valid);
      CHECK(verdict.served_quanta == matrix.total());
      CHECK(result.hops() <= scheduler.hops);
      const auto permutations = static_cast<std::int64_t>(result.permutations());
      CHECK(matrix.clock().makespan(result.slots(), permutations) >=
            schedule::lower_bound(matrix, scheduler.hops));
      if (matrix.total() == 0) CHECK(result.permutations() == 0);
      const bool looks_at_traffic = std::string(scheduler.name).rfind("round-robin", 0) != 0;
      if (looks_at_traffic) CHECK(verdict.useless_pairs == 0);
    }
  }
}

}  // namespace

TEST_CASE("every scheduler serves every shape of demand, quantised, without guard") {
  check_all(support::demand_shapes({1, 2, 3, 5, 16}, 255));
}

TEST_CASE("every scheduler serves every shape of demand at 64 ports with a guard of ten slots") {
  check_all(support::demand_shapes({64}, 15, support::clock_with_guard(10)));
}

TEST_CASE("every scheduler serves exact bytes, guard free or longer than the whole demand") {
  check_all(support::demand_shapes({1, 3, 16}, 1'000'000'000));
  check_all(support::demand_shapes({2, 16}, 1'000'000'000, support::clock_with_guard(1e8)));
}

TEST_CASE("schedulers are found by name, and a typo is answered with the nearest") {
  for (const Scheduler& scheduler : schedule::schedulers()) {
    CHECK(&schedule::find_scheduler(scheduler.name) == &scheduler);
  }
  CHECK_THROWS_WITH(schedule::find_scheduler("min-hold"),
                    Catch::Contains("--scheduler") && Catch::Contains("did you mean 'minhold'?"));
}
