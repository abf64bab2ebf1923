// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/baselines.hpp"

#include "sim/bench/bitset_matching.hpp"
#include "sim/bench/hopcroft_karp.hpp"
#include "sim/bench/stuffed_residue.hpp"

namespace jacquard::bench {
namespace {

// Serves matchings until nothing is left; solve() finds the next, emptied(row, column) hears of
// pairs that leave the graph.
template <class Solve, class Emptied>
schedule::Schedule drain(const demand::QuantaMatrix& demand, StuffedResidue& residue, Solve&& solve,
                         Emptied&& emptied) {
  schedule::Schedule schedule(demand.ports());
  schedule::Matching setting(static_cast<std::size_t>(demand.ports()));
  for (std::int64_t slots = demand.largest_line_sum(); slots > 0;) {
    slots -= residue.serve(solve(), setting, schedule, emptied);
  }
  return schedule;
}

}  // namespace

schedule::Schedule scratch_hopcroft_karp(const demand::QuantaMatrix& demand) {
  StuffedResidue residue(demand);
  HopcroftKarp matcher(demand.ports());
  return drain(
      demand, residue, [&]() -> const schedule::Matching& { return matcher.solve(residue.left); },
      [](int, int) {});
}

schedule::Schedule scratch_bitset(const demand::QuantaMatrix& demand) {
  StuffedResidue residue(demand);
  BitsetMatching matcher(demand.ports());
  matcher.build(residue.left);
  return drain(
      demand, residue, [&]() -> const schedule::Matching& { return matcher.solve(); },
      [&](int row, int column) { matcher.remove(row, column); });
}

schedule::Schedule rescanned_greedy(const demand::QuantaMatrix& demand) {
  const int n = demand.ports();
  schedule::Schedule schedule(n);
  std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
  schedule::Matching columns(static_cast<std::size_t>(n));
  std::vector<char> taken(static_cast<std::size_t>(n));
  for (std::int64_t rest = demand.total(); rest > 0;) {
    std::fill(taken.begin(), taken.end(), char{0});
    std::int64_t hold = INT64_MAX;
    int pairs = 0;
    for (std::size_t row = 0; row < columns.size(); ++row) {
      columns[row] = schedule::kUnmatched;
      const std::int64_t* counts = left.data() + row * columns.size();
      for (std::size_t column = 0; column < columns.size(); ++column) {
        if (counts[column] == 0 || taken[column]) continue;
        columns[row] = static_cast<int>(column);
        taken[column] = 1;
        hold = std::min(hold, counts[column]);
        ++pairs;
        break;
      }
    }
    for (std::size_t row = 0; row < columns.size(); ++row) {
      if (columns[row] == schedule::kUnmatched) continue;
      left[row * columns.size() + static_cast<std::size_t>(columns[row])] -= hold;
    }
    rest -= hold * pairs;
    schedule.append(columns, hold);
  }
  return schedule;
}

}  // namespace jacquard::bench
