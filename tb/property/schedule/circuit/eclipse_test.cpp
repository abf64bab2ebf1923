// SPDX-License-Identifier: Apache-2.0
// Eclipse against every hold and every matching there is, and against figures of another program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::Schedule;

namespace {

struct Gain {
  std::int64_t served = 0;
  std::int64_t hold = 1;
  int finished = 0;

  // Rates are compared as products of whole numbers: guards are whole slots here.
  bool better_than(const Gain& other, std::int64_t delta) const {
    const std::int64_t mine = served * (other.hold + delta);
    const std::int64_t others = other.served * (hold + delta);
    if (mine != others) return mine > others;
    return hold != other.hold ? hold > other.hold : finished > other.finished;
  }
};

Gain gain_of(const schedule::Residue& left, const schedule::Matching& columns, std::int64_t hold) {
  Gain gain;
  gain.hold = hold;
  for (int row = 0; row < left.ports(); ++row) {
    const int column = columns[static_cast<std::size_t>(row)];
    if (column == schedule::kUnmatched) continue;
    gain.served += std::min(left.at(row, column), hold);
    gain.finished += left.at(row, column) > 0 && left.at(row, column) <= hold;
  }
  return gain;
}

// Over every permutation, and every hold up to the largest entry.
Gain best_of_all(const schedule::Residue& left, std::int64_t delta) {
  Gain best;
  schedule::Matching columns(static_cast<std::size_t>(left.ports()));
  std::iota(columns.begin(), columns.end(), 0);
  do {
    for (std::int64_t hold = 1; hold <= left.largest_entry(); ++hold) {
      const Gain gain = gain_of(left, columns, hold);
      if (gain.better_than(best, delta)) best = gain;
    }
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

double over_bound(const demand::QuantaMatrix& demand, const Schedule& schedule) {
  const double delta = demand.clock().guard_in_slots();
  const double makespan =
      static_cast<double>(schedule.slots()) + delta * static_cast<double>(schedule.permutations());
  return makespan / schedule::Residue(demand).bound_in_slots(delta);
}

demand::QuantaMatrix counted(demand::DemandClass kind, std::uint64_t index, double guard) {
  demand::Quantisation how;
  how.bits = 8;
  const auto counts = quantise(demand::generate(kind, 64, 1, index), how);
  return {
      64, {counts.row_major().begin(), counts.row_major().end()}, support::clock_with_guard(guard)};
}

}  // namespace

TEST_CASE("each setting of Eclipse serves more per slot than any other hold and matching") {
  schedule::SchedulerOptions options;
  options.window = 1'000'000;  // one window: no hold is cut
  for (std::uint64_t k = 0; k < 40; ++k) {
    const auto delta = static_cast<std::int64_t>(k % 4 * 15);
    const auto clock = support::clock_with_guard(static_cast<double>(delta));
    const int ports = 3 + static_cast<int>(k % 4);
    const auto demand = k % 8 < 4 ? support::random_demand(ports, 90, 1, k, clock)
                                  : support::balanced_demand(ports, 5, 40, k, clock);
    const Schedule found = schedule::eclipse(demand, options);
    CHECK(check(demand, found).valid);
    schedule::Residue left(demand);
    Schedule ignored(ports);
    for (schedule::SettingCursor s(found); !s.done(); s.next()) {
      INFO("demand " << k << ", entry " << s.entry());
      const Gain taken = gain_of(left, s.columns(), s.hold());
      const Gain best = best_of_all(left, delta);
      CHECK(taken.hold == best.hold);
      CHECK(taken.served == best.served);
      CHECK(taken.finished == best.finished);
      left.serve(s.columns(), s.hold(), ignored);
    }
    CHECK(left.empty());
  }
}

TEST_CASE("Eclipse on sparse demands comes as near the bound as another program's full search") {
  // Mean makespan over bound of another implementation on draws of this class; its own matrices.
  const std::pair<double, double> published[] = {{10, 1.050}, {30, 1.081}, {100, 1.108}};
  for (const auto& [guard, other] : published) {
    constexpr int matrices = 6;
    double mean = 0;
    double coarse = 0;
    for (std::uint64_t k = 0; k < matrices; ++k) {
      const auto demand = counted(demand::DemandClass::sparse, k, guard);
      mean += over_bound(demand, schedule::eclipse(demand, {})) / matrices;
      coarse += over_bound(demand, schedule::eclipse_coarse(demand, {})) / matrices;
    }
    INFO("guard " << guard);
    CHECK(mean < other + 0.015);
    CHECK(mean < coarse);
  }
}
