// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_entry.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::schedule;
using Catch::Contains;
using jacquard::base::ConfigError;
using Starts = std::vector<std::int64_t>;

namespace {

ScheduleEntry entry(int of_switch, std::int64_t slots, std::vector<int> after = {}) {
  ScheduleEntry made;
  made.switch_number = of_switch;
  made.permutation = {1, 0};
  made.slots = slots;
  made.after = std::move(after);
  return made;
}

ScheduleEntry entry_at(int of_switch, std::int64_t slots, std::int64_t start) {
  ScheduleEntry made = entry(of_switch, slots);
  made.start_slot = start;
  return made;
}

}  // namespace

TEST_CASE("Entries begin when what they follow has ended and their switch is free") {
  // Switch 0: 3 slots, then 2. Switch 1 follows the first, and then both: max(3 + 4, 5) = 7.
  CHECK(start_slots({entry(0, 3), entry(0, 2), entry(1, 4, {0}), entry(1, 1, {1, 2})}, "x") ==
        Starts{0, 3, 3, 7});
  // What is followed may stand later in the list.
  CHECK(start_slots({entry(1, 1, {1}), entry(0, 6)}, "x") == Starts{6, 0});
  CHECK(start_slots({entry_at(0, 2, 10), entry(0, 1)}, "x") == Starts{10, 12});
}

TEST_CASE("A schedule becomes entries and is itself again") {
  Schedule schedule(3);
  schedule.append({1, 2, 0}, 4);
  schedule.append({kUnmatched, 2, 0}, 1);
  schedule.append({2, kUnmatched, 1}, 7);
  const std::vector<ScheduleEntry> entries = entries_of(schedule, 5);
  CHECK(start_slots(entries, "x") == Starts{0, 4, 5});
  CHECK(equal(schedule_of(entries, 3, 5, "x"), schedule));
  CHECK(schedule_of(entries, 3, 4, "x").slots() == 0);
}

TEST_CASE("Between entries of a switch nothing is connected") {
  const Schedule made = schedule_of({entry_at(0, 2, 8), entry_at(0, 3, 1)}, 2, 0, "x");
  Schedule expected(2);
  expected.append({kUnmatched, kUnmatched}, 1);
  expected.append({1, 0}, 3);
  expected.append({kUnmatched, kUnmatched}, 4);
  expected.append({1, 0}, 2);
  CHECK(equal(made, expected));
}

TEST_CASE("Entries that no switch can do are refused where they stand") {
  const auto refused = [](const std::vector<ScheduleEntry>& entries, const std::string& where,
                          const std::string& says) {
    CHECK_THROWS_WITH(start_slots(entries, "plan.json"),
                      Contains("plan.json#/entries/" + where) && Contains(says));
  };
  refused({entry(0, 1), entry(0, 0)}, "1", "at least one slot");
  refused({entry(0, 1, {7})}, "0", "7");
  refused({entry(0, 1, {1}), entry(1, 1, {0})}, "0", "cycle");
  refused({entry(0, 1, {0})}, "0", "cycle");
  refused({entry_at(0, 5, 0), entry_at(0, 5, 4)}, "1", "one entry of a switch at a time");
  refused({entry_at(0, 1, -1)}, "0", "slot 0 or later");
  refused({entry_at(0, INT64_MAX - 1, 0), entry(0, 2)}, "1", "2^63");
  refused({entry(0, 1), entry(ScheduleEntry::kGlobal, 1)}, "1", "both");
  ScheduleEntry twice = entry(0, 1);
  twice.permutation = {1, 1};
  refused({twice}, "0", "once at most");
  ScheduleEntry early = entry_at(1, 1, 2);
  early.after = {0};
  refused({entry(0, 3), early}, "1", "slot 3 or later");
  CHECK_THROWS_AS(schedule_of({entry(0, 1)}, 3, 0, "x"), ConfigError);
}
