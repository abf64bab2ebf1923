// SPDX-License-Identifier: Apache-2.0
// How near holds-first comes to the bound, against closed forms and all other schedulers.
#include "jacquard/schedule/circuit/holds_first.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::DemandClass;

namespace {

demand::QuantaMatrix counted(DemandClass kind, std::uint64_t index, double guard) {
  demand::Quantisation how;
  how.bits = 8;
  const auto counts = quantise(demand::generate(kind, 64, 1, index), how);
  return {
      64, {counts.row_major().begin(), counts.row_major().end()}, support::clock_with_guard(guard)};
}

double makespan_in_slots(const schedule::Schedule& schedule, double guard) {
  return static_cast<double>(schedule.slots()) +
         guard * static_cast<double>(schedule.permutations());
}

// The sum of `count` permutations drawn by chance, each times a weight of 1 to `heaviest`.
demand::QuantaMatrix permutation_sum(int ports, int count, int heaviest, std::uint64_t seed,
                                     double guard) {
  std::mt19937_64 draw(seed);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
  std::vector<int> columns(static_cast<std::size_t>(ports));
  std::iota(columns.begin(), columns.end(), 0);
  for (int k = 0; k < count; ++k) {
    for (std::size_t left = columns.size(); left > 1; --left) {
      std::swap(columns[left - 1], columns[draw() % left]);
    }
    const auto weight = static_cast<std::int64_t>(1 + draw() % static_cast<unsigned>(heaviest));
    for (int i = 0; i < ports; ++i) {
      counts[static_cast<std::size_t>(i * ports + columns[static_cast<std::size_t>(i)])] += weight;
    }
  }
  return {ports, counts, support::clock_with_guard(guard)};
}

// Mean makespan over the single-hop bound.
double over_bound(const schedule::Scheduler& scheduler, DemandClass kind, double guard) {
  constexpr int matrices = 3;
  double mean = 0;
  for (std::uint64_t k = 0; k < matrices; ++k) {
    const auto demand = counted(kind, k, guard);
    const auto found = scheduler.run(demand, {});
    mean += makespan_in_slots(found, guard) / schedule::Residue(demand).bound_in_slots(guard) /
            matrices;
  }
  return mean;
}

}  // namespace

TEST_CASE("holds-first makes as many settings as the fullest line has entries, or matches levels") {
  int in_fewest = 0;
  for (const double guard : {0.0, 10.0}) {
    for (const auto& [name, demand] : support::demand_shapes({1, 2, 5, 31, 64, 65, 130}, 200,
                                                             support::clock_with_guard(guard))) {
      INFO(name << ", guard " << guard);
      const auto found = schedule::holds_first(demand, {});
      const auto least = static_cast<std::size_t>(schedule::Residue(demand).largest_nonzeros());
      if (found.permutations() == least) {
        ++in_fewest;
      } else {
        const auto levels = schedule::level_matching(demand, {});
        const auto fewest = schedule::in_fewest_settings(demand);
        CHECK(makespan_in_slots(found, guard) >= makespan_in_slots(levels, guard));
        CHECK(makespan_in_slots(found, guard) < makespan_in_slots(fewest, guard));
        CHECK(found.permutations() <= 3 * least);
      }
      const auto verdict = schedule::check(demand, found);
      CHECK(verdict.valid);
      CHECK(verdict.useless_pairs == 0);
    }
  }
  CHECK(in_fewest > 0);
}

TEST_CASE("holds-first meets the bound where the demand is a sum of permutations apart") {
  // Shifts by 0, 3, 7, 8 of 20 ports, each of one weight: no two share a pair.
  for (const int ports : {20, 70, 300}) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
    const std::pair<int, std::int64_t> shifts[] = {{0, 90}, {3, 41}, {7, 12}, {8, 12}};
    for (const auto& [shift, weight] : shifts) {
      for (int i = 0; i < ports; ++i) {
        counts[static_cast<std::size_t>(i * ports + (i + shift) % ports)] = weight;
      }
    }
    const demand::QuantaMatrix demand(ports, counts, support::clock_with_guard(30));
    const auto found = schedule::holds_first(demand, {});
    CHECK(found.permutations() == 4);
    CHECK(found.slots() == 90 + 41 + 12 + 12);
  }
}

TEST_CASE("holds-first takes hardly more slots than the lines' entries, ranked, ask for") {
  // In as many settings as a line has entries, uncut: the longest entries of all lines, then the
  // second longest, and so on, each in a setting at least as long.
  for (std::uint64_t k = 0; k < 4; ++k) {
    const int ports = 16 << k % 3;
    const auto demand = support::random_demand(ports, 200, 1, k, support::clock_with_guard(10));
    std::vector<std::int64_t> ranked(static_cast<std::size_t>(ports), 0);
    for (int line = 0; line < 2 * ports; ++line) {
      std::vector<std::int64_t> entries;
      for (int i = 0; i < ports; ++i) {
        entries.push_back(line < ports ? demand.at(line, i) : demand.at(i, line - ports));
      }
      std::sort(entries.rbegin(), entries.rend());
      for (std::size_t t = 0; t < ranked.size(); ++t) ranked[t] = std::max(ranked[t], entries[t]);
    }
    const auto least = std::accumulate(ranked.begin(), ranked.end(), std::int64_t{0});
    const auto slots = schedule::holds_first(demand, {}).slots();
    CHECK(slots >= least);
    CHECK(slots <= least + least / 50);
  }
}

TEST_CASE("holds-first is no longer than level-matching where permutations share many pairs") {
  // The weights of the permutations and a guard for each are a schedule, so near the bound.
  const std::pair<int, int> shapes[] = {{16, 16}, {32, 16}, {33, 33}, {64, 32}, {64, 64}};
  for (const auto& [ports, count] : shapes) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      INFO(ports << " ports, " << count << " permutations, seed " << seed);
      constexpr double guard = 10;
      const auto demand = permutation_sum(ports, count, 255, seed, guard);
      const auto found = schedule::holds_first(demand, {});
      CHECK(schedule::check(demand, found).valid);
      const double ours = makespan_in_slots(found, guard);
      const double near = 1.1 * schedule::Residue(demand).bound_in_slots(guard);
      CHECK(ours <= std::max(near, makespan_in_slots(schedule::level_matching(demand, {}), guard)));
    }
  }
}

TEST_CASE("holds-first serves entries as large as there are") {
  const auto demand = support::random_demand(20, std::int64_t{1} << 50, 0.4, 5);
  CHECK(schedule::check(demand, schedule::holds_first(demand, {})).valid);
}

TEST_CASE(
    "only the reference comes nearer to the bound than holds-first, on sparse and MoE demands") {
  // A tenth of a percent is left to chance: MoE demands leave little between the first two.
  for (const DemandClass kind : {DemandClass::sparse, DemandClass::moe}) {
    for (const double guard : {10.0, 30.0, 100.0}) {
      const double ours = over_bound(schedule::find_scheduler("holds-first"), kind, guard);
      CHECK(ours < (kind == DemandClass::moe ? 1.05 : guard < 100 ? 1.03 : 1.01));
      for (const schedule::Scheduler& other : schedule::schedulers()) {
        if (other.hops > 1 || other.reference) continue;
        INFO(other.name << ", guard " << guard << ", class " << static_cast<int>(kind));
        CHECK(ours <= over_bound(other, kind, guard) + 0.001);
      }
    }
  }
}
