// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/begun_with.hpp"

#include <catch2/catch.hpp>

#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::QuantaMatrix;
using schedule::Connected;
using schedule::Matching;
using schedule::Schedule;
using schedule::SettingCursor;

namespace {

std::vector<Matching> settings_of(const Schedule& schedule) {
  std::vector<Matching> all;
  for (SettingCursor s(schedule); !s.done(); s.next()) all.push_back(s.columns());
  return all;
}

}  // namespace

TEST_CASE(
    "A direct schedule begins with the setting that is connected, the others in their order") {
  const QuantaMatrix demand(3, {0, 1, 2, 2, 0, 1, 1, 2, 0});
  Schedule schedule(3);
  schedule.append({1, 2, 0}, 1);
  schedule.append({2, 0, 1}, 2);
  const Schedule ordered = begun_with(Connected({2, 0, 1}), demand, schedule);
  CHECK(settings_of(ordered) == std::vector<Matching>{{2, 0, 1}, {1, 2, 0}});
  CHECK(ordered.hold(0) == 2);
  CHECK(ordered.hold(1) == 1);
  CHECK(equal(begun_with(Connected({0, 1, 2}), demand, schedule), schedule));
  CHECK(equal(begun_with(Connected(), demand, schedule), schedule));
}

// Of 4 x 4 ports the first three shifts carry what ports have themselves, the last three also what
// has come by the first.
TEST_CASE("Over several hops only a setting that sends nothing on may come first") {
  const QuantaMatrix demand(16, std::vector<std::int64_t>(256, 3));
  const Schedule schedule = shift_schedule(demand, schedule::PortShape({4, 4}));
  const std::vector<Matching> settings = settings_of(schedule);
  REQUIRE(settings.size() == 7);  // what ports have for themselves comes first
  for (std::size_t k = 0; k < settings.size(); ++k) {
    const Schedule ordered = begun_with(Connected(settings[k]), demand, schedule);
    CHECK(settings_of(ordered).front() == settings[k < 4 ? k : 0]);
    CHECK(check(demand, ordered).valid);
  }
}

TEST_CASE("Whatever was connected, every quantum still comes once, to its last port") {
  for (std::uint64_t index = 0; index < 20; ++index) {
    const QuantaMatrix demand = support::random_demand(12, 9, 0.5, index);
    for (const char* name : {"holds-first", "ladder", "shifts", "round-robin-vlb", "auto"}) {
      const Schedule schedule = schedule::find_scheduler(name).run(demand, {});
      for (const Matching& setting : settings_of(schedule)) {
        const Schedule ordered = begun_with(Connected(setting), demand, schedule);
        INFO(name << ", demand " << index);
        CHECK(check(demand, ordered).valid);
        CHECK(ordered.slots() == schedule.slots());
        CHECK(ordered.permutations() == schedule.permutations());
      }
    }
  }
}
