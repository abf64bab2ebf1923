// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/slot_calendar.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

using stack::Placed;

SlotCalendar::SlotCalendar(std::vector<Placed> placed, stack::Sync sync)
    : placed_(std::move(placed)), sync_(sync) {
  const auto by_start = [](const Placed& a, const Placed& b) { return a.start < b.start; };
  if (!std::is_sorted(placed_.begin(), placed_.end(), by_start)) {
    std::stable_sort(placed_.begin(), placed_.end(), by_start);
  }
  if (placed_.empty()) return;
  next_ = placed_.front().start;
  fill();
}

void SlotCalendar::fill() {
  const std::int64_t slot = *next_;
  slot_.ends.clear();
  slot_.begins.clear();
  slot_.pieces.clear();
  for (const int number : active_) {
    if (placed(number).end() == slot) slot_.ends.push_back(number);
  }
  for (; coming_ < placed_.size() && placed_[coming_].start == slot; ++coming_) {
    slot_.begins.push_back(static_cast<int>(coming_));
    active_.push_back(static_cast<int>(coming_));
  }
  for (const int number : active_) {
    const Placed& p = placed(number);
    if (p.end() == slot) continue;
    const std::int64_t since = slot - p.start;
    if (sync_ == stack::Sync::on_dependency && since % p.slots != 0) continue;
    slot_.pieces.push_back({number, static_cast<int>(since / p.slots), since % p.slots});
  }
}

void SlotCalendar::advance() {
  const std::int64_t slot = *next_;
  const auto is_over = [&](int number) { return placed(number).end() == slot; };
  active_.erase(std::remove_if(active_.begin(), active_.end(), is_over), active_.end());
  next_.reset();
  const auto note = [&](std::int64_t at) { next_ = next_ ? std::min(*next_, at) : at; };
  if (coming_ < placed_.size()) note(placed_[coming_].start);
  for (const int number : active_) {
    const Placed& p = placed(number);
    const std::int64_t step = sync_ == stack::Sync::per_slot ? 1 : p.slots;
    note(slot + step - (slot - p.start) % step);
  }
  if (next_) fill();
}

}  // namespace jacquard::systemc
