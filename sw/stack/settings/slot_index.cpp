// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/settings/slot_index.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {

SlotIndex::SlotIndex(std::vector<std::int64_t> starts) : starts_(std::move(starts)) {
  if (starts_.empty()) return;
  const std::int64_t last = starts_.back();
  while ((last >> shift_) >= size()) ++shift_;
  const std::int64_t buckets = (last >> shift_) + 2;
  before_.reserve(base::index(buckets));
  std::uint32_t place = 0;
  for (std::int64_t bucket = 0; bucket < buckets; ++bucket) {
    while (place < starts_.size() && (starts_[place] >> shift_) < bucket) ++place;
    before_.push_back(place);
  }
}

std::int64_t SlotIndex::find(std::int64_t slot) const {
  if (starts_.empty()) return -1;
  if (slot >= starts_.back()) return size() - 1;
  const auto bucket = base::index(slot >> shift_);
  const auto first = starts_.begin() + before_[bucket];
  const auto last = starts_.begin() + before_[bucket + 1];
  return std::upper_bound(first, last, slot) - starts_.begin() - 1;
}

}  // namespace jacquard::stack
