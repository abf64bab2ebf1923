// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's analytical delays: double precision, then truncated to whole nanoseconds.
#pragma once

#include <vector>

#include "jacquard/astra/event_queue.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/mixed_radix.hpp"

namespace jacquard::astra {

// B/ns of a link. A GB/s of network.yml is 2^30 B/s.
inline double bytes_per_ns(const Dimension& dimension) {
  return dimension.bandwidth * (1 << 30) / 1'000'000'000;
}

constexpr Tick kLocalDelay = 10;  // endpoint delay within a group smaller than the cluster
constexpr double kLongestDelay = 100.0 * 86'400 * 1e9;  // ns: 100 days

// A delay as ASTRA-sim counts it: truncated. Throws ConfigError unless it is a number from 0 to a
// hundred days, which keeps sums within 64 bits of picoseconds.
Tick whole_nanoseconds(double nanoseconds);

// NPU numbers as digits of the network's dimensions, dimension 0 the fastest.
class Places {
 public:
  explicit Places(std::vector<Dimension> network);

  int npus() const { return numbers_.size(); }
  int dimensions() const { return static_cast<int>(network_.size()); }
  const Dimension& dimension(int d) const { return base::at(network_, d); }
  int stride(int d) const { return numbers_.stride(d); }
  int digit(int npu, int d) const { return numbers_.digit(npu, d); }
  // The lowest dimension in which they differ. Requires a != b.
  int first_difference(int a, int b) const { return numbers_.first_difference(a, b); }

 private:
  std::vector<Dimension> network_;
  base::MixedRadix numbers_;
};

// Links that a message passes between two digits of a dimension.
int hops(const Dimension& dimension, int from, int to);

// The congestion-unaware delay: hops x latency + bytes / bandwidth, of the first dimension in
// which the two differ, whatever others there are. Requires from != to.
Tick unaware_delay(const Places& places, int from, int to, std::int64_t bytes);

}  // namespace jacquard::astra
