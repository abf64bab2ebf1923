// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bound.hpp"

#include <algorithm>
#include <vector>

#include "jacquard/schedule/hops/hop_bound.hpp"

namespace jacquard::schedule {

base::Picoseconds lower_bound(const demand::QuantaMatrix& demand, int hops) {
  const demand::SlotClock& clock = demand.clock();
  if (hops > 1) return hop_bound(demand, hops).time;
  struct Line {
    std::int64_t sum = 0;
    std::int64_t nonzeros = 0;
    void add(std::int64_t count) {
      sum += count;
      nonzeros += count > 0;
    }
  };
  const auto n = static_cast<std::size_t>(demand.ports());
  std::vector<Line> lines(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      lines[i].add(demand.row_major()[i * n + j]);
      lines[n + j].add(demand.row_major()[i * n + j]);
    }
  }
  base::Picoseconds bound{0};
  for (const Line& line : lines) bound = std::max(bound, clock.makespan(line.sum, line.nonzeros));
  return bound;
}

}  // namespace jacquard::schedule
