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
  if (first_.count == 0 && others_ && !others_->empty()) {
    first_ = others_->front();
    others_->erase(others_->begin());
  }
  waiting_ -= taken.count;
  return taken;
}

void Voq::put_back(ByteRange range) {
  if (range.count == 0) return;
  if (first_.count == 0) {
    first_ = range;
  } else {
    if (!others_) others_ = std::make_unique<std::vector<ByteRange>>();
    others_->push_back(range);
  }
  waiting_ += range.count;
}

bool Received::add(ByteRange range) {
  if (range.count == 0) return true;
  if (range.first < from_zero_) return false;
  if (range.first == from_zero_ && !ranges_) {
    from_zero_ += range.count;
    count_ += range.count;
    return true;
  }
  if (!ranges_) ranges_ = std::make_unique<std::vector<ByteRange>>();
  if (!add_beyond(range)) return false;
  if (ranges_->front().first == from_zero_) {
    from_zero_ += ranges_->front().count;
    ranges_->erase(ranges_->begin());
  }
  if (ranges_->empty()) ranges_.reset();
  return true;
}

bool Received::add_beyond(ByteRange range) {
  std::vector<ByteRange>& ranges = *ranges_;
  // Most ranges come in order: look from the end.
  auto after = ranges.end();
  while (after != ranges.begin() && std::prev(after)->first > range.first) --after;
  const bool overlaps_next = after != ranges.end() && range.first + range.count > after->first;
  const bool overlaps_last =
      after != ranges.begin() && std::prev(after)->first + std::prev(after)->count > range.first;
  if (overlaps_next || overlaps_last) return false;
  count_ += range.count;
  const bool joins_next = after != ranges.end() && range.first + range.count == after->first;
  const bool joins_last =
      after != ranges.begin() && std::prev(after)->first + std::prev(after)->count == range.first;
  if (joins_last) {
    const auto last = std::prev(after);
    last->count += range.count;
    if (joins_next) {
      last->count += after->count;
      ranges.erase(after);
    }
  } else if (joins_next) {
    after->first = range.first;
    after->count += range.count;
  } else {
    ranges.insert(after, range);
  }
  return true;
}

bool Received::complete(std::int64_t size) const { return !ranges_ && from_zero_ == size; }

bool Received::covers(std::int64_t size) const { return from_zero_ >= size; }

}  // namespace jacquard::systemc
