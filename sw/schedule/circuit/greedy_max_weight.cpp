// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/falling_weights.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::int64_t kWhole = std::numeric_limits<std::int64_t>::max();  // a hold for all it has

// What pairs have, rounded up to fewer bits where sums would overflow: that can cost slots, never
// the bound on the number of matchings.
template <class Count>
std::vector<Count> scaled(const demand::QuantaMatrix& demand) {
  int shift = 0;
  const auto halved = [&](std::int64_t left) {
    return (left + (std::int64_t{1} << shift) - 1) >> shift;
  };
  const std::int64_t largest = demand.largest_entry();
  while (!FallingWeights<Count>::fits(demand.ports(), halved(largest))) ++shift;
  std::vector<Count> weights;
  weights.reserve(demand.row_major().size());
  for (const std::int64_t count : demand.row_major()) {
    weights.push_back(static_cast<Count>(halved(count)));
  }
  return weights;
}

// A bipartite graph has a matching that covers all vertices of largest degree (Konig 1916), and
// then that degree falls. So lines as full as any stay so, once they are covered each time.
template <class Count>
void cover_fullest(const Residue& residue, FallingWeights<Count>& matching) {
  const int fullest = residue.largest_nonzeros();
  for (int port = 0; port < residue.ports(); ++port) {
    if (residue.row(port).nonzeros == fullest) matching.cover_row(port);
    if (residue.column(port).nonzeros == fullest) matching.cover_column(port);
  }
}

template <class Count>
Schedule matched(const demand::QuantaMatrix& demand, Residue& residue, int matchings_left) {
  Schedule schedule(demand.ports());
  FallingWeights<Count> matching(demand.ports(), scaled<Count>(demand));
  for (; !residue.empty(); --matchings_left) {
    if (residue.largest_nonzeros() >= matchings_left) cover_fullest(residue, matching);
    matching.solve();
    residue.serve(matching.columns(), kWhole, schedule);
    for (int row = 0; row < demand.ports(); ++row) {
      matching.remove(row, base::at(matching.columns(), row));
    }
  }
  return schedule;
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
  if (residue.empty()) return Schedule(demand.ports());
  const int most = options.matchings == 0 ? least : options.matchings;
  const bool small = FallingWeights<std::int32_t>::fits(demand.ports(), demand.largest_entry());
  return small ? matched<std::int32_t>(demand, residue, most)
               : matched<std::int64_t>(demand, residue, most);
}

}  // namespace jacquard::schedule
