// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/row_gains.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/schedule/bvn/equal_lanes.hpp"

namespace jacquard::schedule {

template <class Count>
Count most_gain(const Count* weight, const Count* price, int count) {
  Count most = std::numeric_limits<Count>::min();
  for (int j = 0; j < count; ++j) most = std::max<Count>(most, weight[j] - price[j]);
  return most;
}

template <class Count>
void columns_of_gain(const Count* weight, const Count* price, int count, Count gain,
                     base::Word* columns) {
  constexpr int lanes = bvn::kLanes;
  for (int first = 0; first < count; first += base::kWordBits) {
    base::Word found = 0;
    for (int lane = first; lane < first + base::kWordBits && lane < count; lane += lanes) {
      Count gains[lanes];
      const int here = std::min(lanes, count - lane);
      if (here == lanes) {
        for (int k = 0; k < lanes; ++k) gains[k] = weight[lane + k] - price[lane + k];
      } else {
        std::fill(gains, gains + lanes, gain == 0 ? Count{1} : Count{0});
        for (int k = 0; k < here; ++k) gains[k] = weight[lane + k] - price[lane + k];
      }
      found |= bvn::equal_lanes(gains, gain) << (lane - first);
    }
    columns[first / base::kWordBits] = found;
  }
}

template std::int32_t most_gain(const std::int32_t*, const std::int32_t*, int);
template std::int64_t most_gain(const std::int64_t*, const std::int64_t*, int);
template void columns_of_gain(const std::int32_t*, const std::int32_t*, int, std::int32_t,
                              base::Word*);
template void columns_of_gain(const std::int64_t*, const std::int64_t*, int, std::int64_t,
                              base::Word*);

}  // namespace jacquard::schedule
