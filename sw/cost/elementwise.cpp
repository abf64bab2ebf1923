// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/elementwise.hpp"

#include <algorithm>

namespace jacquard::cost {
namespace {

// Fitted on copies of H100 (0.76 of the data sheet at 512 MB) and on the layers of a model on RTX
// 4090. What its producer left in the last-level cache is not read from memory: 0.39 of the cache,
// up to a rate 2.5 times the memory's.
constexpr double kBandwidthShare = 0.75;
constexpr double kGddrBandwidthShare = 0.93;
constexpr double kCachedShare = 0.39;
constexpr double kCacheGain = 1.5;
constexpr double kVectorShare = 0.5;  // of the fp32 peak, without fused multiply-adds

double bandwidth_share(const Device& d) {
  const bool gddr = d.architecture == "ada" || d.architecture == "blackwell_rtx";
  return gddr ? kGddrBandwidthShare : kBandwidthShare;
}

}  // namespace

base::Seconds elementwise_time(const Device& d, const workload::ElementwiseWork& w) {
  const double cached = kCachedShare * static_cast<double>(d.cache.count());
  const double gain = w.bytes > 0 ? std::min(kCacheGain, cached / w.bytes) : 0;
  const double rate = d.memory_bandwidth.count() * bandwidth_share(d) * (1 + gain);
  const double arithmetic =
      w.flops / (kVectorShare * peak_of(d, workload::NumberType::fp32).count());
  return kKernelFloor + base::Seconds{std::max(w.bytes / rate, arithmetic)};
}

}  // namespace jacquard::cost
