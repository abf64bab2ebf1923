// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/cache_write.hpp"

#include <algorithm>

namespace jacquard::cost {
namespace {

constexpr double kBlockThreads = 512;
constexpr double kProcessorThreads = 2048;

}  // namespace

double cache_write_seconds(const Device& d, const FlashKernel& k, const CacheWrite& w) {
  const double threads = w.tokens * std::min(w.values, kBlockThreads);
  const double waiting = threads / (kProcessorThreads * d.processors) * k.write_latency;
  const double moving = w.tokens * w.bytes / (k.write_share * d.memory_bandwidth.count());
  return std::max(waiting, moving);
}

}  // namespace jacquard::cost
