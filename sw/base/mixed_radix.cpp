// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/mixed_radix.hpp"

#include <limits>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::base {

MixedRadix::MixedRadix(std::vector<int> radices) : radices_(std::move(radices)) {
  for (const int radix : radices_) {
    JQ_CHECK(radix >= 1, "the radices are positive");
    JQ_CHECK(radix <= std::numeric_limits<std::int64_t>::max() / count_,
             "the product of the radices fits 64 bits");
    strides_.push_back(count_);
    count_ *= radix;
  }
}

int MixedRadix::first_difference(int a, int b) const {
  int d = 0;
  while (d < digits() && digit(a, d) == digit(b, d)) ++d;
  return d;
}

}  // namespace jacquard::base
