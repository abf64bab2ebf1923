// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/spread.hpp"

#include <algorithm>
#include <numeric>

namespace jacquard::serve {

double interpolated(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

Spread spread_of(const std::vector<base::Picoseconds>& times) {
  std::vector<double> sorted;
  sorted.reserve(times.size());
  for (const base::Picoseconds time : times) sorted.push_back(static_cast<double>(time.count()));
  if (sorted.empty()) return {};
  std::sort(sorted.begin(), sorted.end());
  Spread spread;
  spread.mean =
      std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  spread.p50 = interpolated(sorted, 0.5);
  spread.p90 = interpolated(sorted, 0.9);
  spread.p95 = interpolated(sorted, 0.95);
  spread.p99 = interpolated(sorted, 0.99);
  return spread;
}

}  // namespace jacquard::serve
