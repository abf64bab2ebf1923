// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace jacquard::schedule {

inline constexpr int kBatches = 20;

struct Estimate {
  double mean = 0;
  double half_width = 0;  // of the 95 % confidence interval
};

// Mean and interval from batch means, taken as independent and normal (Student's t, 19 degrees of
// freedom): the usual way with the correlated delays of one long run (Law & Kelton).
Estimate estimate(const std::vector<double>& batch_means);

// Delays in slots: exact below 2048, above that with 10 bits of mantissa (0.1 %).
class DelayHistogram {
 public:
  DelayHistogram();
  void add(std::uint32_t delay) {
    ++counts_[bucket(delay)];
    ++total_;
  }
  std::int64_t total() const { return total_; }
  // The smallest delay that at least `share` of the cells do not exceed; 0 if there are none.
  double percentile(double share) const;

 private:
  static std::size_t bucket(std::uint32_t delay);
  static std::uint32_t largest_in(std::size_t bucket);
  std::vector<std::int64_t> counts_;
  std::int64_t total_ = 0;
};

}  // namespace jacquard::schedule
