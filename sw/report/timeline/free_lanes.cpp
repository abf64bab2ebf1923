// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/free_lanes.hpp"

namespace jacquard::report {

int FreeLanes::take(std::int64_t begin, std::int64_t end) {
  while (!busy_.empty() && busy_.top().first <= begin) {
    free_.push(busy_.top().second);
    busy_.pop();
  }
  if (free_.empty()) free_.push(count_++);
  const int lane = free_.top();
  free_.pop();
  busy_.emplace(end, lane);
  return lane;
}

}  // namespace jacquard::report
