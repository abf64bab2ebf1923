// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/max_weight_matching.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::int64_t kLargestWeight = std::int64_t{1} << 51;

// Each pair's residue, and on top a bonus for each of its lines that is as full as any. The bonus
// exceeds any sum of residues, so the heaviest matching covers every such line: a bipartite graph
// has a matching that covers all vertices of largest degree (Konig 1916), and then that degree
// falls.
void weigh(const Residue& residue, bool cover_fullest, std::vector<std::int64_t>& weights) {
  const int n = residue.ports();
  // Residues are rounded up to fewer bits where weights would overflow: that can cost slots, never
  // the bound on the number of matchings.
  int shift = 0;
  const auto scaled = [&](std::int64_t left) {
    return (left + (std::int64_t{1} << shift) - 1) >> shift;
  };
  const std::int64_t largest = residue.largest_entry();
  while (scaled(largest) > kLargestWeight / (2 * n + 3)) ++shift;
  const std::int64_t bonus = scaled(largest) * n + 1;
  const int fullest = residue.largest_nonzeros();
  for (int i = 0; i < n; ++i) {
    const bool row_is_fullest = cover_fullest && residue.row(i).nonzeros == fullest;
    for (int j = 0; j < n; ++j) {
      const std::int64_t left = residue.at(i, j);
      const bool column_is_fullest = cover_fullest && residue.column(j).nonzeros == fullest;
      base::at(weights, i * n + j) =
          left == 0 ? 0 : scaled(left) + bonus * (int{row_is_fullest} + int{column_is_fullest});
    }
  }
}

}  // namespace

Schedule greedy_max_weight(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  Residue residue(demand);
  const int least = residue.largest_nonzeros();
  if (options.matchings != 0 && options.matchings < least) {
    throw base::ConfigError(
        {"--matchings", "",
         "at least " + std::to_string(least) + ", the nonzero entries of the fullest line",
         std::to_string(options.matchings), ""});
  }
  int matchings_left = options.matchings == 0 ? least : options.matchings;
  Schedule schedule(demand.ports());
  MaxWeightMatching matching(demand.ports());
  std::vector<std::int64_t> weights(residue.row_major().size());
  for (; !residue.empty(); --matchings_left) {
    weigh(residue, residue.largest_nonzeros() >= matchings_left, weights);
    matching.solve(weights);
    residue.serve(matching.columns(), residue.largest_entry(), schedule);
  }
  return schedule;
}

}  // namespace jacquard::schedule
