// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/slot_calendar.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {

using stack::Placed;
using stack::Reserved;

namespace {

template <class Timed>
void sort_by_start(std::vector<Timed>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Timed& a, const Timed& b) { return a.start < b.start; });
}

std::int64_t end_of(const Reserved& reserved) { return reserved.start + reserved.slots; }

}  // namespace

SlotCalendar::SlotCalendar(std::vector<Placed> placed, std::vector<Reserved> reserved,
                           stack::Sync sync)
    : placed_(std::move(placed)), reserved_(std::move(reserved)), sync_(sync) {
  sort_by_start(placed_);
  sort_by_start(reserved_);
  if (!placed_.empty()) next_ = placed_.front().start;
  if (!reserved_.empty()) next_ = std::min(next_.value_or(INT64_MAX), reserved_.front().start);
  if (next_) fill();
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
  fill_reserved(slot);
}

void SlotCalendar::fill_reserved(std::int64_t slot) {
  slot_.reserved_ends.clear();
  slot_.reserved_begins.clear();
  slot_.reserved.clear();
  for (; coming_reserved_ < reserved_.size() && reserved_[coming_reserved_].start == slot;
       ++coming_reserved_) {
    slot_.reserved_begins.push_back(static_cast<int>(coming_reserved_));
    active_reserved_.push_back(static_cast<int>(coming_reserved_));
  }
  for (const int number : active_reserved_) {
    (end_of(reserved(number)) == slot ? slot_.reserved_ends : slot_.reserved).push_back(number);
  }
}

void SlotCalendar::advance() {
  const std::int64_t slot = *next_;
  const auto is_over = [&](int number) { return placed(number).end() == slot; };
  active_.erase(std::remove_if(active_.begin(), active_.end(), is_over), active_.end());
  const auto reserve_is_over = [&](int number) { return end_of(reserved(number)) == slot; };
  active_reserved_.erase(
      std::remove_if(active_reserved_.begin(), active_reserved_.end(), reserve_is_over),
      active_reserved_.end());
  next_.reset();
  const auto note = [&](std::int64_t at) { next_ = next_ ? std::min(*next_, at) : at; };
  if (coming_ < placed_.size()) note(placed_[coming_].start);
  if (coming_reserved_ < reserved_.size()) note(reserved_[coming_reserved_].start);
  if (!active_reserved_.empty()) note(slot + 1);
  for (const int number : active_) {
    const Placed& p = placed(number);
    const std::int64_t step = sync_ == stack::Sync::per_slot ? 1 : p.slots;
    note(slot + step - (slot - p.start) % step);
  }
  if (next_) fill();
}

}  // namespace jacquard::systemc
