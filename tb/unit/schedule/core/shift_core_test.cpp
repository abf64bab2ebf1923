// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/schedule/core/check_core.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shift_relays.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::CoreShape;
using schedule::PortShape;
using schedule::Schedule;
using schedule::ShiftRelays;

namespace {

CoreShape core(const PortShape& digits, int bits) {
  return with_digits({CoreKind::shift, digits.ports(), bits, 1}, digits);
}

schedule::CoreRun run_of(const CoreShape& shape, const QuantaMatrix& demand) {
  return run_core(*make_golden_core(shape), demand, {});
}

QuantaMatrix ones(int ports) {
  return {ports, std::vector<std::int64_t>(static_cast<std::size_t>(ports * ports), 1)};
}

}  // namespace

// As issue 37 asks: 80 clocks after the last row at most.
TEST_CASE("the shift core has decided within 80 clocks, whatever the demand") {
  const std::pair<std::vector<int>, std::int64_t> clocks[] = {
      {{8, 8}, 4 + 14 + 3},      {{4, 4, 4}, 5 + 9 + 3}, {{8, 16}, 5 + 22 + 3},
      {{4, 4, 8}, 6 + 13 + 3},   {{16, 16}, 5 + 30 + 3}, {{4, 8, 8}, 7 + 17 + 3},
      {{4, 4, 4, 4}, 7 + 12 + 3}};
  for (const auto& [sizes, expected] : clocks) {
    const CoreShape shape = core(PortShape(sizes), 8);
    const int n = shape.ports;
    for (const QuantaMatrix& demand :
         {ones(n), support::random_demand(n, 255, 0.02, 1),
          QuantaMatrix(n, std::vector<std::int64_t>(static_cast<std::size_t>(n * n)))}) {
      const schedule::CoreRun run = run_of(shape, demand);
      CHECK(run.cycles == expected);
      CHECK(run.load_cycles == n);
    }
    CHECK(expected <= 80);
  }
}

// Of N destinations, N / size differ by each shift of a digit (Bruck et al. 1997).
TEST_CASE("the shift core connects all ports, and holds an all-to-all for ports over size") {
  const PortShape digits({3, 4});
  const schedule::CoreRun run = run_of(core(digits, 4), ones(12));
  REQUIRE(run.schedule.permutations() == 5);
  std::size_t entry = 0;
  for (schedule::SettingCursor s(run.schedule); !s.done(); s.next(), ++entry) {
    const int k = entry < 2 ? 0 : 1;
    const int by = static_cast<int>(entry) + 1 - 2 * k;
    CHECK(s.hold() == 12 / digits.size(k));
    for (int port = 0; port < 12; ++port) {
      CHECK(s.columns()[static_cast<std::size_t>(port)] == digits.shifted(port, k, by));
    }
    CHECK(run.shown_cycles[entry] == run.first_permutation_cycles + static_cast<int>(entry));
  }
}

TEST_CASE("what a shift core shows, with its relays, is the software's schedule of its shape") {
  for (const int ports : {1, 2, 4, 6, 12, 16, 30}) {
    for (const PortShape& digits : schedule::shapes_of(ports)) {
      if (digits.digits() > schedule::kMostDigits) continue;
      for (std::uint64_t index = 0; index < 4; ++index) {
        INFO(ports << " as " << text_of(digits) << ", demand " << index);
        const QuantaMatrix demand =
            support::random_demand(ports, 15, index % 2 == 0 ? 1.0 : 0.2, index);
        const schedule::CoreRun run = run_of(core(digits, 4), demand);
        const Schedule& shown = run.schedule;
        const Schedule software = shift_schedule(demand, digits);
        CHECK(equal(with_relays(demand, digits, shown), software));
        CHECK(check_core(core(digits, 4), demand, run).fault == "");
        ShiftRelays relays(demand, digits);
        std::vector<int> sends_on;
        if (const auto own = relays.own()) sends_on.push_back(own->sends_on);
        for (schedule::SettingCursor s(shown); !s.done(); s.next()) {
          sends_on.push_back(relays.next(s.columns()).sends_on);
        }
        if (digits.digits() > 1) CHECK(sends_on == sends_on_of(demand, software));
      }
    }
  }
}

TEST_CASE("the scheduler named shift is shifts of the balanced shape, or of the one given") {
  for (const int ports : {1, 2, 7, 8, 12, 36, 64}) {
    const QuantaMatrix demand = support::random_demand(ports, 9, 0.4, 3);
    const std::string balanced = text_of(schedule::balanced_shape(ports));
    schedule::SchedulerOptions options;
    const Schedule plain = shift(demand, options);
    CHECK(equal(plain, shift_schedule(demand, schedule::balanced_shape(ports))));
    if (ports == 1) continue;
    options.shape = balanced;
    CHECK(equal(plain, shifts(demand, options)));
    options.shape = std::to_string(ports);
    CHECK(equal(shift(demand, options), shifts(demand, options)));
  }
}

TEST_CASE("a shape is balanced where its two sizes are as near as can be") {
  const std::pair<int, const char*> shapes[] = {
      {2, "2"}, {7, "7"}, {8, "2x4"}, {12, "3x4"}, {64, "8x8"}, {128, "8x16"}, {256, "16x16"}};
  for (const auto& [ports, text] : shapes) {
    CHECK(text_of(schedule::balanced_shape(ports)) == text);
  }
}

TEST_CASE("a core of more than four digits is refused") {
  const auto refused = [] { (void)schedule::core_digits("2x2x2x2x2", 32, {"--shape", ""}); };
  CHECK_THROWS_WITH(refused(), Catch::Contains("at most 4 digits"));
}

TEST_CASE("a shift core whose hold is too short, or whose columns are another shift's, is found") {
  const PortShape digits({2, 3});
  const QuantaMatrix demand = ones(6);
  const CoreShape shape = core(digits, 4);
  const schedule::CoreRun right = run_of(shape, demand);
  CHECK(check_core(shape, demand, right).valid);
  for (const bool short_hold : {true, false}) {
    schedule::CoreRun wrong = right;
    wrong.schedule = Schedule(6);
    for (schedule::SettingCursor s(right.schedule); !s.done(); s.next()) {
      const bool last = s.entry() + 1 == right.schedule.permutations();
      schedule::Matching columns = s.columns();
      if (!short_hold && last) std::swap(columns[2], columns[4]);
      wrong.schedule.append(columns, s.hold() - (short_hold && last ? 1 : 0));
    }
    CHECK(!check_core(shape, demand, wrong).valid);
  }
}
