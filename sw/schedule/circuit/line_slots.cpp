// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/line_slots.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

LineSlots::LineSlots(const Residue& demand, std::vector<std::int64_t> holds)
    : holds_(std::move(holds)),
      next_hold_(holds_.size()),
      free_(2 * demand.ports(), static_cast<int>(holds_.size())) {
  const int count = static_cast<int>(holds_.size());
  for (int slot = count - 1; slot >= 0; --slot) {
    const bool shorter_follows = slot + 1 == count || hold(slot + 1) < hold(slot);
    base::at(next_hold_, slot) = shorter_follows ? slot + 1 : base::at(next_hold_, slot + 1);
  }
  const std::int64_t total = std::accumulate(holds_.begin(), holds_.end(), std::int64_t{0});
  for (int line = 0; line < 2 * demand.ports(); ++line) {
    const Residue::Line& have =
        line < demand.ports() ? demand.row(line) : demand.column(line - demand.ports());
    spare_slots_.push_back(count - have.nonzeros);
    spare_.push_back(total - have.sum);
    base::Word* words = free_.row(line);
    for (int left = count; left > 0; left -= base::kWordBits) *words++ = base::low_mask(left);
  }
}

int LineSlots::shortest(int line, std::int64_t quanta) const {
  const auto end = std::upper_bound(holds_.begin(), holds_.end(), quanta, std::greater<>());
  const auto slots = static_cast<int>(end - holds_.begin());
  const base::Word* words = free_.row(line);
  for (int w = base::words_for(slots) - 1; w >= 0; --w) {
    const base::Word open = words[w] & base::low_mask(slots - w * base::kWordBits);
    if (open != 0) return w * base::kWordBits + base::highest_bit(open);
  }
  return kNone;
}

int LineSlots::longest(int line, std::int64_t quanta) const {
  const auto first = std::lower_bound(holds_.begin(), holds_.end(), quanta, std::greater<>());
  return next(line, static_cast<int>(first - holds_.begin()));
}

int LineSlots::next(int line, int slot) const {
  const base::Word* words = free_.row(line);
  int w = slot / base::kWordBits;
  if (w >= free_.words()) return kNone;
  base::Word open = words[w] & ~base::low_mask(slot % base::kWordBits);
  while (open == 0) {
    if (++w >= free_.words()) return kNone;
    open = words[w];
  }
  return w * base::kWordBits + base::lowest_bit(open);
}

int LineSlots::next_shorter(int line, int slot) const {
  return next(line, base::at(next_hold_, slot));
}

void LineSlots::fill(int line, int slot, std::int64_t quanta) {
  free_.reset(line, slot);
  base::at(spare_, line) -= hold(slot) - quanta;
}

}  // namespace jacquard::schedule
