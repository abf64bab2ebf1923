// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::base {

// The smallest value that at least `share` (0..1) of the values do not exceed (nearest rank). The
// values are sorted. Value{} of none.
template <class Value>
Value percentile(const std::vector<Value>& sorted, double share) {
  if (sorted.empty()) return Value{};
  const auto rank = static_cast<std::size_t>(
      std::max(1.0, std::ceil(share * static_cast<double>(sorted.size()))));
  return sorted[std::min(rank, sorted.size()) - 1];
}

// Mean of get(item), 0 of no items.
template <class Items, class Get>
double mean(const Items& items, Get get) {
  double sum = 0;
  for (const auto& item : items) sum += static_cast<double>(get(item));
  return items.empty() ? 0 : sum / static_cast<double>(items.size());
}

// Mean of times, rounded down, 0 of none. Their sum saturates.
inline Picoseconds mean(const std::vector<Picoseconds>& times) {
  if (times.empty()) return Picoseconds{0};
  const Picoseconds sum = std::accumulate(times.begin(), times.end(), Picoseconds{0}, plus);
  return Picoseconds{sum.count() / static_cast<std::int64_t>(times.size())};
}

}  // namespace jacquard::base
