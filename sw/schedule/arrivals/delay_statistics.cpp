// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/delay_statistics.hpp"

#include <cmath>
#include <numeric>

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule {
namespace {

constexpr double kStudent95 = 2.093;  // two-sided 95 %, kBatches - 1 degrees of freedom
constexpr int kMantissaBits = 10;
constexpr std::uint32_t kExactBelow = 1U << (kMantissaBits + 1);
constexpr std::size_t kPerOctave = std::size_t{1} << kMantissaBits;
constexpr std::size_t kOctaves = 32 - (kMantissaBits + 1);

}  // namespace

Estimate estimate(const std::vector<double>& batch_means) {
  if (batch_means.empty()) return {};
  const auto count = static_cast<double>(batch_means.size());
  const double mean = std::accumulate(batch_means.begin(), batch_means.end(), 0.0) / count;
  if (batch_means.size() < 2) return {mean, 0};
  double squares = 0;
  for (const double m : batch_means) squares += (m - mean) * (m - mean);
  return {mean, kStudent95 * std::sqrt(squares / (count - 1) / count)};
}

DelayHistogram::DelayHistogram() : counts_(kExactBelow + kOctaves * kPerOctave, 0) {}

std::size_t DelayHistogram::bucket(std::uint32_t delay) {
  if (delay < kExactBelow) return delay;
  const int shift = base::highest_bit(delay) - kMantissaBits;
  return kExactBelow + static_cast<std::size_t>(shift - 1) * kPerOctave + (delay >> shift) -
         kPerOctave;
}

std::uint32_t DelayHistogram::largest_in(std::size_t bucket) {
  if (bucket < kExactBelow) return static_cast<std::uint32_t>(bucket);
  const std::size_t above = bucket - kExactBelow;
  const std::size_t shift = above / kPerOctave + 1;
  const std::size_t mantissa = above % kPerOctave + kPerOctave;
  return static_cast<std::uint32_t>(((mantissa + 1) << shift) - 1);
}

double DelayHistogram::percentile(double share) const {
  const double wanted = share * static_cast<double>(total_);
  std::int64_t seen = 0;
  for (std::size_t b = 0; b < counts_.size(); ++b) {
    seen += counts_[b];
    if (counts_[b] > 0 && static_cast<double>(seen) >= wanted) return largest_in(b);
  }
  return 0;
}

}  // namespace jacquard::schedule
