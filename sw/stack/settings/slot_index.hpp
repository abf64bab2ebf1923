// SPDX-License-Identifier: Apache-2.0
// Which of a sorted list of slots is the last at or before a slot, in two reads of memory where
// they lie evenly: a table has the place of every 2^shift-th slot.
#pragma once

#include <cstdint>
#include <vector>

namespace jacquard::stack {

class SlotIndex {
 public:
  SlotIndex() = default;
  explicit SlotIndex(std::vector<std::int64_t> starts);  // ascending, none below 0

  // The last whose start is at or before `slot`; -1: none. slot >= 0.
  std::int64_t find(std::int64_t slot) const;
  const std::vector<std::int64_t>& starts() const { return starts_; }
  std::int64_t size() const { return static_cast<std::int64_t>(starts_.size()); }

 private:
  std::vector<std::int64_t> starts_;
  std::vector<std::uint32_t> before_;  // of each bucket: how many starts lie before it
  int shift_ = 0;
};

}  // namespace jacquard::stack
