// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_metrics.hpp"

#include <algorithm>

#include "jacquard/base/statistics.hpp"

namespace jacquard::platform {

MemorySummary summary_of(memory::Figures figures) {
  MemorySummary summary;
  std::vector<base::Picoseconds> latencies = std::move(figures.latencies);
  figures.latencies.clear();
  std::sort(latencies.begin(), latencies.end());
  summary.mean = base::mean(latencies);
  summary.p50 = base::percentile(latencies, 0.5);
  summary.p99 = base::percentile(latencies, 0.99);
  summary.figures = std::move(figures);
  return summary;
}

double share(const memory::Figures& figures, base::Picoseconds memory::BusTimes::*part) {
  const base::Picoseconds total = figures.bus.total();
  return total.count() > 0 ? figures.bus.*part / total : 0.0;
}

}  // namespace jacquard::platform
