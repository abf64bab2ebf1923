// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/slot_by_slot.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/check.hpp"

using namespace jacquard::schedule;
using jacquard::base::Rng;
using jacquard::demand::QuantaMatrix;

namespace {

QuantaMatrix random_demand(int ports, std::int64_t largest, std::uint64_t index) {
  Rng rng(11, "slot-by-slot", index);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
  for (auto& c : counts) c = rng.chance(0.5) ? rng.between(0, largest) : 0;
  return QuantaMatrix(ports, counts);
}

}  // namespace

TEST_CASE("slot by slot, every arbiter serves a whole demand and idles no pair") {
  for (const auto run : {wwfa, islip, qps}) {
    for (const int ports : {1, 2, 5, 16, 33, 70}) {
      const QuantaMatrix demand = random_demand(ports, 9, static_cast<std::uint64_t>(ports));
      const Schedule schedule = run(demand, {});
      const Verdict verdict = check(demand, schedule);
      INFO(ports << " ports: " << verdict.fault);
      CHECK(verdict.valid);
      CHECK(verdict.idle_quanta == 0);
      CHECK(verdict.useless_pairs == 0);
      CHECK(schedule.slots() >= demand.largest_line_sum());
    }
  }
}

TEST_CASE("a maximal matching each slot never needs 2D slots") {
  for (std::uint64_t index = 0; index < 20; ++index) {
    const QuantaMatrix demand = random_demand(12, 20, 100 + index);
    CHECK(wwfa(demand, {}).slots() <= 2 * demand.largest_line_sum() - 1);
    SchedulerOptions converged;
    converged.iterations = 12;
    CHECK(islip(demand, converged).slots() <= 2 * demand.largest_line_sum() - 1);
  }
}

TEST_CASE("equal matchings of consecutive slots are one permutation") {
  const QuantaMatrix shift(3, {0, 5, 0, 0, 0, 5, 5, 0, 0});
  for (const auto run : {wwfa, islip}) {
    CHECK(run(shift, {}).permutations() == 1);
    CHECK(run(shift, {}).slots() == 5);
  }
}

TEST_CASE("a demand of zeros needs no slot") {
  for (const auto run : {wwfa, islip, qps}) {
    CHECK(run(QuantaMatrix(4, std::vector<std::int64_t>(16, 0)), {}).permutations() == 0);
  }
}

TEST_CASE("exact bytes are refused, with the way out") {
  const QuantaMatrix bytes(2, {std::int64_t{1} << 40, 0, 0, 1});
  CHECK_THROWS_WITH(wwfa(bytes, {}), Catch::Contains("--slot") && Catch::Contains("--bits"));
  CHECK_THROWS_AS(islip(bytes, {}), jacquard::base::ConfigError);
  CHECK_THROWS_AS(qps(bytes, {}), jacquard::base::ConfigError);
}
