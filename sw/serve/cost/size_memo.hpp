// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace jacquard::serve {

// Seconds by a number of tokens: exact up to kExact, and above on a grid of 1/64 of each power of
// two, linear between. An answer does not depend on what was asked before.
class SizeMemo {
 public:
  template <class Law>
  double at(std::int64_t size, Law&& law) {
    constexpr std::int64_t kExact = 512;
    if (size <= kExact) return point(size, law);
    const int exponent = std::ilogb(static_cast<double>(size));
    const std::int64_t step = std::int64_t{1} << (exponent - 6);
    const std::int64_t below = size / step * step;
    const double low = point(below, law);
    if (below == size) return low;
    const double high = point(below + step, law);
    return low + (high - low) * static_cast<double>(size - below) / static_cast<double>(step);
  }

 private:
  template <class Law>
  double point(std::int64_t size, Law& law) {
    const auto found = known_.find(size);
    if (found != known_.end()) return found->second;
    return known_.emplace(size, law(static_cast<double>(size))).first->second;
  }

  std::unordered_map<std::int64_t, double> known_;
};

}  // namespace jacquard::serve
