// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/published.hpp"

#include <limits>
#include <vector>

namespace jacquard::schedule {

double output_queued_delay(int ports, double load) {
  if (ports == 1) return 0;
  if (load >= 1) return std::numeric_limits<double>::infinity();
  return (ports - 1.0) / ports * load / (2 * (1 - load));
}

double qps_saturation_throughput(int ports, int iterations) {
  const auto n = static_cast<std::size_t>(ports);
  // probability[m]: that m inputs, hence m outputs, are still unmatched.
  std::vector<double> probability(n + 1, 0.0);
  probability[n] = 1;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    std::vector<double> after(n + 1, 0.0);
    for (std::size_t m = 0; m <= n; ++m) {
      if (probability[m] == 0) continue;
      // m proposals, one by one, over N outputs: hit[k] is the probability that k of the m free
      // ones have at least one.
      std::vector<double> hit(m + 1, 0.0);
      hit[0] = 1;
      for (std::size_t proposal = 0; proposal < m; ++proposal) {
        for (std::size_t k = m; k > 0; --k) {
          const double fresh = static_cast<double>(m - k + 1) / ports;
          const double stale = 1 - static_cast<double>(m - k) / ports;
          hit[k] = hit[k] * stale + hit[k - 1] * fresh;
        }
        hit[0] *= 1 - static_cast<double>(m) / ports;
      }
      for (std::size_t k = 0; k <= m; ++k) after[m - k] += probability[m] * hit[k];
    }
    probability = after;
  }
  double unmatched = 0;
  for (std::size_t m = 0; m <= n; ++m) unmatched += probability[m] * static_cast<double>(m);
  return 1 - unmatched / ports;
}

}  // namespace jacquard::schedule
