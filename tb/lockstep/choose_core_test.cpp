// SPDX-License-Identifier: Apache-2.0
// The Verilated chooser against its golden model, clock by clock, with guards drawn per case.
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/core/check_core.hpp"
#include "jacquard/schedule/core/choose_rule.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using demand::DemandClass;
using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::CoreShape;

namespace {

// Each case plain and stressed: gaps, aborts, resets, back-pressure, stray inputs.
void check_lockstep(const CoreShape& shape, std::int64_t count, DemandClass demand_class) {
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 5);
  const verify::Report report =
      verify::verify_core(*golden, *device, {}, {count, 5, demand_class}, {});
  INFO(shape.ports << " ports, " << shape.bits << " bits, cores " << shape.choices << ": "
                   << report.first_mismatch);
  CHECK(report.cases == count);
  CHECK(report.mismatches == 0);
  CHECK(report.load_cycles == shape.ports);
}

CoreShape choose(int ports, int bits, int diagonals, unsigned choices = schedule::kAllChoices) {
  CoreShape shape{CoreKind::choose, ports, bits, diagonals};
  shape.choices = choices;
  return shape;
}

}  // namespace

TEST_CASE("the chooser equals its golden model at every size, also of odd ports") {
  for (const CoreShape& shape :
       {choose(1, 4, 1), choose(2, 3, 1), choose(4, 4, 2), choose(7, 5, 3), choose(3, 16, 3)}) {
    check_lockstep(shape, 60, DemandClass::mixed);
  }
}

TEST_CASE("a chooser of some of the cores equals its golden model") {
  for (unsigned choices = 1; choices < schedule::kAllChoices; ++choices) {
    check_lockstep(choose(4, 4, 2, choices), 40, DemandClass::mixed);
  }
}

TEST_CASE("the 64-port chooser equals its golden model", "[full]") {
  for (const DemandClass demand_class : {DemandClass::moe, DemandClass::sparse}) {
    check_lockstep(choose(64, 8, 4), 6, demand_class);
  }
}

// The widest sums there are: neither slots nor settings x guard may wrap.
TEST_CASE("the chooser picks by guard as its rule does, at the largest counters and guards") {
  const CoreShape shape = choose(4, 16, 4);
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 3);
  std::set<bool> shifts;
  for (const std::int64_t count : {std::int64_t{1}, std::int64_t{0xffff}}) {
    for (const std::int64_t guard :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{300}, schedule::kMostGuard}) {
      demand::SlotClock clock;
      clock.slot = base::Picoseconds{10'000};
      clock.guard = base::times(*clock.slot, guard);
      clock.quantum = base::bytes_carried(*clock.slot, clock.rate);
      const QuantaMatrix demand(4, std::vector<std::int64_t>(16, count), clock);
      schedule::Lockstep both(*golden, *device);
      const schedule::CoreRun run = run_core(both, demand, {});
      CHECK(!both.difference());
      CHECK(check_core(shape, demand, run).valid);
      shifts.insert(run.shifts);
    }
  }
  CHECK(shifts.size() == 2);
}
