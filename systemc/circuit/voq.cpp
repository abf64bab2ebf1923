// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/voq.hpp"

#include <algorithm>

namespace jacquard::systemc {

Voq::Voq(std::int64_t size) : waiting_(size) {
  if (size > 0) ranges_.push_back({0, size});
}

ByteRange Voq::take(std::int64_t most) {
  if (ranges_.empty()) return {};
  ByteRange& front = ranges_.front();
  const ByteRange taken{front.first, std::min(front.count, most)};
  front.first += taken.count;
  front.count -= taken.count;
  if (front.count == 0) ranges_.erase(ranges_.begin());
  waiting_ -= taken.count;
  return taken;
}

void Voq::put_back(ByteRange range) {
  if (range.count == 0) return;
  ranges_.push_back(range);
  waiting_ += range.count;
}

bool Received::add(ByteRange range) {
  if (range.count == 0) return true;
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
  return true;
}

bool Received::complete(std::int64_t size) const {
  if (size == 0) return ranges_.empty();
  return ranges_.size() == 1 && ranges_.front().first == 0 && ranges_.front().count == size;
}

bool Received::covers(std::int64_t size) const {
  if (size == 0) return true;
  return !ranges_.empty() && ranges_.front().first == 0 && ranges_.front().count >= size;
}

}  // namespace jacquard::systemc
