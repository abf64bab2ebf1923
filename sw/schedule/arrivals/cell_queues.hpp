// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::schedule {

// First-in first-out queues of cells' arrival slots that share one pool. A departed cell's place is
// the next one used, so the memory touched is as small as the backlog. Nothing is allocated per
// cell (the pool doubles now and then).
class CellQueues {
 public:
  explicit CellQueues(std::size_t queues) : head_(queues, kNone), tail_(queues, kNone) {}

  bool empty(std::size_t queue) const { return head_[queue] == kNone; }

  void push(std::size_t queue, std::uint32_t slot) {
    const std::uint32_t place = take_place();
    cells_[place] = {slot, kNone};
    (empty(queue) ? head_[queue] : cells_[tail_[queue]].next) = place;
    tail_[queue] = place;
  }

  // Arrival slot of the oldest cell. Requires that there is one.
  std::uint32_t pop(std::size_t queue) {
    const std::uint32_t place = head_[queue];
    const Cell cell = cells_[place];
    head_[queue] = cell.next;
    cells_[place].next = free_;
    free_ = place;
    return cell.slot;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Cell {
    std::uint32_t slot;
    std::uint32_t next;
  };

  std::uint32_t take_place() {
    if (free_ == kNone) {
      cells_.push_back({0, kNone});
      return static_cast<std::uint32_t>(cells_.size() - 1);
    }
    const std::uint32_t place = free_;
    free_ = cells_[place].next;
    return place;
  }

  std::vector<std::uint32_t> head_;
  std::vector<std::uint32_t> tail_;
  std::vector<Cell> cells_;
  std::uint32_t free_ = kNone;
};

}  // namespace jacquard::schedule
