// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace jacquard::report {

// Lays what overlaps side by side. Spans are told in the order of their beginnings; each gets the
// lowest lane that is free, so there are as few lanes as overlap at most.
class FreeLanes {
 public:
  int take(std::int64_t begin, std::int64_t end);
  int count() const { return count_; }

 private:
  template <class Value>
  using Lowest = std::priority_queue<Value, std::vector<Value>, std::greater<>>;

  Lowest<std::pair<std::int64_t, int>> busy_;  // (until, lane)
  Lowest<int> free_;
  int count_ = 0;
};

}  // namespace jacquard::report
