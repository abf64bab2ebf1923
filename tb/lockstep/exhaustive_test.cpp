// SPDX-License-Identifier: Apache-2.0
// Every demand there is, at sizes where that can be had: RTL and golden model in lockstep, the
// schedule judged by the checker, the clocks by the formulas of docs/cores.md. (Every request of
// the arbiter, at every priority, is in arbiter_core_test.cpp.)
#include <catch2/catch.hpp>
#include <functional>

#include "jacquard/base/bitset.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using schedule::CoreKind;
using schedule::CoreShape;

namespace {

using Demands = std::function<demand::QuantaMatrix(std::uint64_t n, const CoreShape& shape)>;

demand::QuantaMatrix nth_demand(std::uint64_t n, const CoreShape& shape) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(shape.ports * shape.ports));
  for (std::int64_t& count : counts) {
    count = static_cast<std::int64_t>(n & base::low_mask(shape.bits));
    n >>= shape.bits;
  }
  return {shape.ports, counts};
}

std::vector<std::int64_t> permutations_by_level(const schedule::Schedule& schedule, int bits) {
  std::vector<std::int64_t> count(static_cast<std::size_t>(bits), 0);
  for (std::size_t p = 0; p < schedule.permutations(); ++p) {
    const auto hold = static_cast<base::Word>(schedule.hold(p));
    ++count[static_cast<std::size_t>(base::highest_bit(hold))];
  }
  return count;
}

// A wave starts in every clock. A level ends with the first wave that finds nothing, seen G + 1
// clocks after it started, so each level costs its permutations and G + 1. A permutation shows 2 G
// + 1 clocks after its wave started, and done follows the last of them, or the end of the last
// level.
std::int64_t ladder_cycles(const demand::QuantaMatrix& demand, const schedule::Schedule& schedule,
                           const CoreShape& shape, int top_offset) {
  const int groups = shape.groups();
  const std::int64_t largest = demand.largest_entry();
  const int highest = largest == 0 ? 0 : base::highest_bit(static_cast<base::Word>(largest));
  const int top = std::max(highest - top_offset, 0);
  const auto count = permutations_by_level(schedule, shape.bits);
  std::int64_t started = 0, last = 0;  // waves; clocks until the last that granted
  for (int level = top; level >= 0; --level) {
    const std::int64_t granted = count[static_cast<std::size_t>(level)];
    if (granted > 0) last = started + granted;
    started += granted + groups + 2;
  }
  const std::int64_t shown = schedule.permutations() == 0 ? 0 : last + 2 * groups + 4;
  return std::max(shown, started + 2);
}

std::int64_t expected_cycles(const demand::QuantaMatrix& demand, const schedule::CoreRun& run,
                             const CoreShape& shape, int top_offset) {
  const std::int64_t groups = shape.groups();
  const auto permutations = static_cast<std::int64_t>(run.schedule.permutations());
  if (shape.kind == CoreKind::unit) return run.schedule.slots() + groups + 3;
  if (shape.kind == CoreKind::minhold) return permutations * (groups + 2) + groups + 3;
  if (shape.descend) return run.cycles;  // no formula: it depends on which waves descend
  return ladder_cycles(demand, run.schedule, shape, top_offset);
}

std::int64_t expected_first(const CoreShape& shape) {
  if (shape.kind != CoreKind::ladder) return shape.groups() + 2;
  return 2 * shape.groups() + (shape.descend ? 5 : 3);
}

struct Faults {
  std::int64_t demands = 0;
  std::int64_t lockstep = 0, invalid = 0, useless = 0, cycles = 0, first = 0, load = 0;
  std::string told;
};

Faults run_all(const CoreShape& shape, std::uint64_t count, const Demands& demands,
               int top_offset) {
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 11);
  schedule::CoreInputs options;
  options.top_offset = top_offset;
  Faults faults;
  for (std::uint64_t n = 0; n < count; ++n) {
    const demand::QuantaMatrix demand = demands(n, shape);
    schedule::Lockstep core(*golden, *device);
    const schedule::CoreRun run = run_core(core, demand, options);
    const schedule::Verdict verdict = schedule::check(demand, run.schedule);
    ++faults.demands;
    faults.lockstep += core.difference().has_value();
    faults.invalid += !verdict.valid;
    faults.useless += verdict.useless_pairs > 0;
    faults.load += run.load_cycles != shape.ports;
    const std::int64_t first = demand.largest_entry() == 0 ? 0 : expected_first(shape);
    faults.first += run.first_permutation_cycles != first;
    const std::int64_t cycles = expected_cycles(demand, run, shape, top_offset);
    faults.cycles += run.cycles != cycles;
    if (faults.told.empty() && (core.difference() || run.cycles != cycles)) {
      faults.told = "demand " + std::to_string(n) + ": " + std::to_string(run.cycles) +
                    " clocks, expected " + std::to_string(cycles);
      if (core.difference()) faults.told += "\n" + core.difference()->text();
    }
  }
  return faults;
}

void check(const Faults& faults, const CoreShape& shape, std::uint64_t demands) {
  INFO("kind " << static_cast<int>(shape.kind) << ", N " << shape.ports << ", S "
               << shape.diagonals_per_clock << ": " << faults.told);
  CHECK(faults.demands == static_cast<std::int64_t>(demands));
  CHECK(faults.lockstep == 0);
  CHECK(faults.invalid == 0);
  CHECK(faults.useless == 0);
  CHECK(faults.cycles == 0);
  CHECK(faults.first == 0);
  CHECK(faults.load == 0);
}

void check_every_demand(int ports, int bits, std::initializer_list<int> diagonals_per_clock) {
  const std::uint64_t count = std::uint64_t{1} << (bits * ports * ports);
  for (const int s : diagonals_per_clock) {
    for (const CoreKind kind : {CoreKind::unit, CoreKind::ladder, CoreKind::minhold}) {
      const CoreShape shape{kind, ports, bits, s};
      check(run_all(shape, count, nth_demand, 0), shape, count);
    }
    CoreShape descending{CoreKind::ladder, ports, bits, s};
    descending.descend = true;
    check(run_all(descending, count, nth_demand, 0), descending, count);
  }
}

}  // namespace

TEST_CASE("every 0/1 demand of four ports, in every core") { check_every_demand(4, 1, {1, 3}); }

TEST_CASE("every 2-bit demand of three ports, in every core") { check_every_demand(3, 2, {2}); }

TEST_CASE("every 4-bit demand of two ports, in every core") { check_every_demand(2, 4, {1, 2}); }

TEST_CASE("the clocks of every core are as its formula says at larger sizes too") {
  const Demands random = [](std::uint64_t n, const CoreShape& shape) {
    return verify::demand_of_case({0, 17}, static_cast<std::int64_t>(n), shape.ports, shape.bits);
  };
  for (const CoreShape shape :
       {CoreShape{CoreKind::unit, 5, 6, 3}, CoreShape{CoreKind::unit, 16, 5, 4},
        CoreShape{CoreKind::ladder, 5, 6, 3}, CoreShape{CoreKind::ladder, 8, 16, 3},
        CoreShape{CoreKind::ladder, 16, 8, 4}, CoreShape{CoreKind::ladder, 32, 8, 5},
        CoreShape{CoreKind::minhold, 5, 6, 3}, CoreShape{CoreKind::minhold, 16, 8, 4}}) {
    for (const int top_offset : {0, 1, 3}) {
      check(run_all(shape, 100, random, top_offset), shape, 100);
    }
  }
}
