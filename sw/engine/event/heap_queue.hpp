// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace jacquard::engine {

// What one would write first: std::priority_queue, with a number that keeps equal times in order.
// The baseline of the benchmark, and a second opinion for the tests.
template <class Event>
class HeapQueue {
 public:
  void push(std::uint64_t time, Event event) { heap_.push({time, pushed_++, event}); }
  bool more_now() const { return !heap_.empty() && heap_.top().time == now_; }
  bool pop(Event& event) {
    if (heap_.empty()) return false;
    now_ = heap_.top().time;
    event = heap_.top().event;
    heap_.pop();
    return true;
  }
  std::uint64_t now() const { return now_; }

 private:
  struct Item {
    std::uint64_t time;
    std::uint64_t number;
    Event event;
    bool operator<(const Item& o) const {
      return time != o.time ? time > o.time : number > o.number;
    }
  };
  std::priority_queue<Item> heap_;
  std::uint64_t pushed_ = 0;
  std::uint64_t now_ = 0;
};

}  // namespace jacquard::engine
