// SPDX-License-Identifier: Apache-2.0
// The queue of events: a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, JACM 37, 1990) with a
// sorted front. An event stands in the bucket of the highest bit in which its time differs from the
// last time taken, so adding one is a count of leading zeros and an append.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::engine {

// Times never lie before the last one taken. Events of one time come out in the order they were
// put in: equal times always share a bucket, and buckets are emptied in order.
template <class Event>
class RadixQueue {
 public:
  struct Item {
    std::uint64_t time;
    Event event;
  };

  [[gnu::always_inline]] inline void push(std::uint64_t time, Event event) {
    if (time < limit_) {
      insert({time, event});
    } else {
      put({time, event});
    }
  }

  // Whether an event of time now() is left.
  bool more_now() const { return head_ < front_.size() && front_[head_].time == now_; }

  // The next event; now() is then its time. False when there is none.
  bool pop(Event& event) {
    if (head_ == front_.size() && !refill()) return false;
    now_ = front_[head_].time;
    event = front_[head_].event;
    ++head_;
    return true;
  }

  std::uint64_t now() const { return now_; }

 private:
  // A bucket this small is sorted whole; dealing it out bit by bit would take longer.
  static constexpr std::size_t kSortWhole = 32;
  // A front this long is dealt out again rather than inserted into.
  static constexpr std::size_t kLongFront = 96;

  static int highest_bit(std::uint64_t word) { return 63 - __builtin_clzll(word); }

  [[gnu::always_inline]] inline void put(const Item& item) {
    const int bit = highest_bit(item.time ^ last_);
    used_ |= std::uint64_t{1} << bit;
    buckets_[bit].push_back(item);
  }

  [[gnu::noinline]] void insert(const Item& item) {
    if (head_ == front_.size()) {
      front_.clear();
      head_ = 0;
    }
    front_.push_back(item);
    std::size_t i = front_.size() - 1;
    if (i == head_ || front_[i - 1].time <= item.time) return;
    if (i - head_ >= kLongFront) {
      deal_front();
      return;
    }
    for (; i > head_ && front_[i - 1].time > item.time; --i) front_[i] = front_[i - 1];
    front_[i] = item;
  }

  // Only events of this instant stay in front; the last one of it has not been put in order yet.
  void deal_front() {
    last_ = now_;
    limit_ = now_ + 1;
    std::size_t kept = 0;
    for (std::size_t i = head_; i < front_.size(); ++i) {
      const Item item = front_[i];
      if (item.time == now_) {
        front_[kept++] = item;
      } else {
        put(item);
      }
    }
    front_.resize(kept);
    head_ = 0;
  }

  // Takes the bucket of the earliest times to the front. False when all are empty.
  [[gnu::noinline]] bool refill() {
    if (used_ == 0) return false;
    const int bit = __builtin_ctzll(used_);
    used_ &= used_ - 1;
    std::vector<Item>& bucket = buckets_[bit];
    front_.clear();
    head_ = 0;
    if (bucket.size() <= kSortWhole) {
      sort_whole(bucket, bit);
    } else {
      deal(bucket);
    }
    return true;
  }

  void sort_whole(std::vector<Item>& bucket, int bit) {
    for (const Item& item : bucket) {
      std::size_t i = front_.size();
      front_.push_back(item);
      for (; i > 0 && front_[i - 1].time > item.time; --i) front_[i] = front_[i - 1];
      front_[i] = item;
    }
    bucket.clear();
    last_ = front_.front().time;
    limit_ = ((last_ >> bit) + 1) << bit;
  }

  void deal(std::vector<Item>& bucket) {
    std::uint64_t earliest = bucket.front().time;
    std::uint64_t latest = earliest;
    for (const Item& item : bucket) {
      earliest = std::min(earliest, item.time);
      latest = std::max(latest, item.time);
    }
    last_ = earliest;
    limit_ = earliest + 1;
    if (earliest == latest) {
      front_.swap(bucket);
      return;
    }
    for (const Item& item : bucket) {
      if (item.time == earliest) {
        front_.push_back(item);
      } else {
        put(item);
      }
    }
    bucket.clear();
  }

  std::vector<Item> front_;  // sorted, from head_ on; holds every event before limit_
  std::size_t head_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t limit_ = 1;
  std::uint64_t last_ = 0;
  std::uint64_t used_ = 0;  // bit b: bucket b is not empty
  std::vector<Item> buckets_[64];
};

}  // namespace jacquard::engine
