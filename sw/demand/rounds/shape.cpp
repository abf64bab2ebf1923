// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/rounds/shape.hpp"

#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::demand {

Shape::Shape(std::vector<int> radices) : radices_(std::move(radices)) {
  for (const int radix : radices_) {
    JQ_CHECK(radix >= 1, "a shape's radices are positive");
    JQ_CHECK(radix <= std::numeric_limits<int>::max() / size_, "a shape's size fits an int");
    strides_.push_back(size_);
    size_ *= radix;
  }
}

}  // namespace jacquard::demand
