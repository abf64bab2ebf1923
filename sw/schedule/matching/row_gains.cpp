// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/row_gains.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/schedule/bvn/equal_lanes.hpp"

namespace jacquard::schedule {

using bvn::kLanes;

// A largest gain for each lane, so that no comparison waits for the one before.
template <class Count>
Count most_gain(const Count* weight, const Count* price, int count) {
  Count most[kLanes];
  std::fill(most, most + kLanes, std::numeric_limits<Count>::min());
  int j = 0;
  for (; j + kLanes <= count; j += kLanes) {
    for (int k = 0; k < kLanes; ++k) {
      const auto gain = static_cast<Count>(weight[j + k] - price[j + k]);
      most[k] = most[k] < gain ? gain : most[k];
    }
  }
  for (; j < count; ++j) most[0] = std::max(most[0], static_cast<Count>(weight[j] - price[j]));
  return *std::max_element(most, most + kLanes);
}

template <class Count>
void columns_of_gain(const Count* weight, const Count* price, int count, Count gain,
                     base::Word* columns) {
  Count over[base::kWordBits];
  for (; count >= base::kWordBits; count -= base::kWordBits) {
    for (int k = 0; k < base::kWordBits; ++k) over[k] = static_cast<Count>(weight[k] - price[k]);
    base::Word equal = 0;
    for (int k = 0; k < base::kWordBits; k += kLanes) {
      equal |= bvn::equal_lanes(over + k, gain) << k;
    }
    *columns++ = equal;
    weight += base::kWordBits;
    price += base::kWordBits;
  }
  if (count == 0) return;
  *columns = 0;
  for (int k = 0; k < count; ++k) {
    *columns |= static_cast<base::Word>(weight[k] - price[k] == gain) << k;
  }
}

template <class Count>
void served_in(const Count* left, int count, Count hold, Count* served) {
  for (int k = 0; k < count; ++k) served[k] = left[k] < hold ? left[k] : hold;
}

template <class Count>
void finished_at_gain(const Count* left, const Count* served, const Count* price, int count,
                      Count gain, Count none, Count* finished) {
  for (int k = 0; k < count; ++k) {
    const auto here = static_cast<Count>(served[k] - price[k]);
    const auto done = static_cast<Count>((left[k] == served[k]) & (left[k] > 0));
    finished[k] = here == gain ? done : none;
  }
}

#define JQ_ROW_LOOPS(Count)                                                                   \
  template Count most_gain(const Count*, const Count*, int);                                  \
  template void columns_of_gain(const Count*, const Count*, int, Count, base::Word*);         \
  template void served_in(const Count*, int, Count, Count*);                                  \
  template void finished_at_gain(const Count*, const Count*, const Count*, int, Count, Count, \
                                 Count*)
JQ_ROW_LOOPS(std::int16_t);
JQ_ROW_LOOPS(std::int32_t);
JQ_ROW_LOOPS(std::int64_t);
#undef JQ_ROW_LOOPS

}  // namespace jacquard::schedule
