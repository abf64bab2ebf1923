// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/voq.hpp"

#include <algorithm>

namespace jacquard::systemc {

Voq::Voq(std::int64_t size) : first_{0, size}, waiting_(size) {}

ByteRange Voq::take(std::int64_t most) {
  const ByteRange taken{first_.first, std::min(first_.count, most)};
  if (taken.count == 0) return {};
  first_.first += taken.count;
  first_.count -= taken.count;
  if (first_.count == 0 && !others_.empty()) {
    first_ = others_.front();
    others_.erase(others_.begin());
  }
  waiting_ -= taken.count;
  return taken;
}

void Voq::put_back(ByteRange range) {
  if (range.count == 0) return;
  if (first_.count == 0) {
    first_ = range;
  } else {
    others_.push_back(range);
  }
  waiting_ += range.count;
}

bool Received::add(ByteRange range) {
  if (range.count == 0) return true;
  if (range.first < from_zero_) return false;
  if (range.first == from_zero_ && ranges_.empty()) {
    from_zero_ += range.count;
    count_ += range.count;
    return true;
  }
  // Most ranges come in order: look from the end.
  auto after = ranges_.end();
  while (after != ranges_.begin() && std::prev(after)->first > range.first) --after;
  const bool overlaps_next = after != ranges_.end() && range.first + range.count > after->first;
  const bool overlaps_last =
      after != ranges_.begin() && std::prev(after)->first + std::prev(after)->count > range.first;
  if (overlaps_next || overlaps_last) return false;
  count_ += range.count;
  const bool joins_next = after != ranges_.end() && range.first + range.count == after->first;
  const bool joins_last =
      after != ranges_.begin() && std::prev(after)->first + std::prev(after)->count == range.first;
  if (joins_last) {
    const auto last = std::prev(after);
    last->count += range.count;
    if (joins_next) {
      last->count += after->count;
      ranges_.erase(after);
    }
  } else if (joins_next) {
    after->first = range.first;
    after->count += range.count;
  } else {
    ranges_.insert(after, range);
  }
  if (ranges_.front().first == from_zero_) {
    from_zero_ += ranges_.front().count;
    ranges_.erase(ranges_.begin());
  }
  return true;
}

bool Received::complete(std::int64_t size) const { return ranges_.empty() && from_zero_ == size; }

bool Received::covers(std::int64_t size) const { return from_zero_ >= size; }

}  // namespace jacquard::systemc
