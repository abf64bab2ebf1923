// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/gemm.hpp"

#include <algorithm>

#include "jacquard/cost/elementwise.hpp"

namespace jacquard::cost {
namespace {

constexpr double kPeakShare = 0.75;
constexpr double kBandwidthShare = 0.8;

}  // namespace

base::Seconds gemm_time(const Device& d, const workload::GemmWork& w, Software) {
  const workload::Amounts amounts = workload::amounts_of(w);
  const double compute = amounts.flops / (kPeakShare * peak_of(d, w.type).count());
  const double memory = amounts.bytes / (kBandwidthShare * d.memory_bandwidth.count());
  return kKernelFloor + base::Seconds{std::max(compute, memory)};
}

}  // namespace jacquard::cost
