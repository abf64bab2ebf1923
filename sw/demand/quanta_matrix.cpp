// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/quanta_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::demand {

QuantaMatrix::QuantaMatrix(int ports, std::vector<std::int64_t> counts, SlotClock clock)
    : ports_(ports), counts_(std::move(counts)), clock_(clock) {
  const auto n = static_cast<std::size_t>(ports);
  JQ_CHECK(ports >= 1 && ports <= kMaxPorts, "a quanta matrix has 1..1024 ports");
  JQ_CHECK(counts_.size() == n * n, "a quanta matrix is square");
}

std::int64_t QuantaMatrix::largest_entry() const {
  return *std::max_element(counts_.begin(), counts_.end());
}

std::int64_t QuantaMatrix::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

}  // namespace jacquard::demand
