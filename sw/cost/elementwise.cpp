// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/elementwise.hpp"

#include <algorithm>

namespace jacquard::cost {
namespace {

constexpr double kBandwidthShare = 0.80;
constexpr double kVectorShare = 0.5;

}  // namespace

base::Seconds elementwise_time(const Device& d, const workload::ElementwiseWork& w) {
  const double memory = w.bytes / (kBandwidthShare * d.memory_bandwidth.count());
  const double arithmetic =
      w.flops / (kVectorShare * peak_of(d, workload::NumberType::fp32).count());
  return kKernelFloor + base::Seconds{std::max(memory, arithmetic)};
}

}  // namespace jacquard::cost
