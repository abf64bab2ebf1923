// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/shape.hpp"

#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::rounds {

Shape::Shape(std::vector<int> radices) : radices_(std::move(radices)) {
  for (const int radix : radices_) {
    JQ_CHECK(radix >= 1, "a shape's radices are positive");
    JQ_CHECK(radix <= std::numeric_limits<std::int64_t>::max() / count_,
             "a shape's size fits 64 bits");
    strides_.push_back(count_);
    count_ *= radix;
  }
}

}  // namespace jacquard::rounds
