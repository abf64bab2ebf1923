// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/turned_around.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::QuantaMatrix;
using schedule::kUnmatched;
using schedule::Matching;
using schedule::Schedule;
using schedule::SettingCursor;

namespace {

QuantaMatrix times(const QuantaMatrix& demand, std::int64_t factor) {
  std::vector<std::int64_t> counts(demand.row_major().begin(), demand.row_major().end());
  for (std::int64_t& count : counts) count *= factor;
  return {demand.ports(), std::move(counts), demand.clock()};
}

Matching transposed_setting(const Matching& setting) {
  Matching back(setting.size(), kUnmatched);
  for (std::size_t row = 0; row < setting.size(); ++row) {
    if (setting[row] != kUnmatched)
      back[static_cast<std::size_t>(setting[row])] = static_cast<int>(row);
  }
  return back;
}

}  // namespace

// A shift is held for its fullest circuit, and what goes back fills the same circuits.
TEST_CASE("Shifts of every shape turned around are transposed, the last first, held as long") {
  for (const int ports : {4, 6, 12, 16}) {
    for (std::uint64_t index = 0; index < 6; ++index) {
      const QuantaMatrix demand = support::random_demand(ports, 9, 0.6, index);
      for (const schedule::PortShape& shape : schedule::shapes_of(ports)) {
        for (const std::int64_t factor : {1, 2, 7}) {
          INFO(ports << " as " << text_of(shape) << ", demand " << index);
          const Schedule schedule = shift_schedule(demand, shape);
          const QuantaMatrix back = times(schedule::transposed(demand), factor);
          const auto turned = turned_around(demand, schedule, back);
          REQUIRE(turned);
          CHECK(check(back, *turned).valid);
          REQUIRE(turned->permutations() == schedule.permutations());
          std::vector<Matching> settings;
          for (SettingCursor s(schedule); !s.done(); s.next()) settings.push_back(s.columns());
          for (SettingCursor s(*turned); !s.done(); s.next()) {
            const std::size_t there = schedule.permutations() - 1 - s.entry();
            CHECK(s.columns() == transposed_setting(settings[there]));
            CHECK(s.hold() == factor * schedule.hold(there));
          }
        }
      }
    }
  }
}

TEST_CASE("What every scheduler made, turned around, serves other amounts between the same pairs") {
  for (const schedule::Scheduler& scheduler : schedule::schedulers()) {
    if (scheduler.reference) continue;
    for (std::uint64_t index = 0; index < 4; ++index) {
      INFO(scheduler.name << ", demand " << index);
      const QuantaMatrix demand = support::random_demand(8, 20, 0.7, index);
      const Schedule schedule = scheduler.run(demand, {});
      base::Rng rng(5, "amounts", index);
      std::vector<std::int64_t> counts;
      const QuantaMatrix whole = schedule::transposed(demand);
      for (const std::int64_t count : whole.row_major()) {
        counts.push_back(count == 0 ? 0 : rng.between(0, 40));
      }
      const QuantaMatrix back(8, std::move(counts));
      const auto turned = turned_around(demand, schedule, back);
      REQUIRE(turned);
      CHECK(check(back, *turned).valid);
      CHECK(turned->permutations() <= schedule.permutations());
    }
  }
}

// 10 quanta in holds of 8 and 2; of 5 that go back four take the way of the first.
TEST_CASE("A pair's quanta go back in shares of what came in each setting") {
  const QuantaMatrix demand(2, {0, 10, 0, 0});
  Schedule schedule(2);
  schedule.append({1, kUnmatched}, 8);
  schedule.append({1, 0}, 2);
  const auto turned = turned_around(demand, schedule, QuantaMatrix(2, {0, 0, 5, 0}));
  REQUIRE(turned);
  REQUIRE(turned->permutations() == 2);
  CHECK(turned->hold(0) == 1);
  CHECK(turned->hold(1) == 4);
}

TEST_CASE("What no dispatch has brought cannot go back") {
  const QuantaMatrix demand(2, {0, 10, 0, 0});
  Schedule schedule(2);
  schedule.append({1, kUnmatched}, 10);
  CHECK_FALSE(turned_around(demand, schedule, QuantaMatrix(2, {0, 1, 5, 0})));
  CHECK(turned_around(demand, schedule, QuantaMatrix(2, {0, 0, 0, 0}))->permutations() == 0);
}
