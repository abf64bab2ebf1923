// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/elementwise.hpp"

#include <algorithm>

namespace jacquard::cost {
namespace {

// Fitted on copies of H100 (0.76 of the data sheet at 512 MB) and on the layers of a model on RTX
// 4090: what stays in the last-level cache since its producer moves up to 2.5 times as fast.
constexpr double kBandwidthShare = 0.78;
constexpr double kGddrBandwidthShare = 0.93;
constexpr double kCacheGain = 1.5;
constexpr double kVectorShare = 0.5;  // of the fp32 peak, without fused multiply-adds

double bandwidth_share(const Device& d) {
  const bool gddr = d.architecture == "ada" || d.architecture == "blackwell_rtx";
  return gddr ? kGddrBandwidthShare : kBandwidthShare;
}

}  // namespace

base::Seconds elementwise_time(const Device& d, const workload::ElementwiseWork& w) {
  const double cache = static_cast<double>(d.cache.count());
  const double cached = cache > 0 ? std::max(0.0, 1 - w.bytes / cache) : 0;
  const double rate = d.memory_bandwidth.count() * bandwidth_share(d) * (1 + kCacheGain * cached);
  const double arithmetic =
      w.flops / (kVectorShare * peak_of(d, workload::NumberType::fp32).count());
  return kKernelFloor + base::Seconds{std::max(w.bytes / rate, arithmetic)};
}

}  // namespace jacquard::cost
