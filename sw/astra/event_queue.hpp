// SPDX-License-Identifier: Apache-2.0
// Events in order of time, those of one time in the order in which they were scheduled: what
// decides ASTRA-sim's nanoseconds wherever two things happen at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace jacquard::astra {

using Tick = std::int64_t;  // nanoseconds, ASTRA-sim's cycles

struct Event {
  enum class Kind : std::uint8_t {
    calls,    // what an NPU has registered for this time; subject: the NPU
    arrival,  // of a message, after its one delay; subject: the message
    hop,      // of a message at the next device; subject: the message
    free,     // a link is; subject: the link
    deliver,  // a message that came before its receive was posted; subject: the message
  };
  Kind kind = Kind::calls;
  std::uint32_t subject = 0;
};

// Events of one time stand in one bucket, so that the symmetric runs of collectives, where
// thousands fall together, cost one heap operation for all of them.
class EventQueue {
 public:
  // `backwards`: what was scheduled for one time before it came happens in the opposite order,
  // which shows whether a result depends on it.
  explicit EventQueue(bool backwards) : backwards_(backwards), slots_(64) {}

  // 106 days: a time in picoseconds must fit 64 bits.
  static constexpr Tick kLast = std::numeric_limits<std::int64_t>::max() / 1000;
  [[noreturn]] static void too_late();

  Tick now() const { return now_; }
  std::int64_t handled() const { return handled_; }

  void after(Tick delay, Event event) {
    if (delay > kLast - now_) too_late();
    buckets_[bucket_of(now_ + delay)].push_back(event);
  }

  // Hands every event to `handle`, which may schedule more, until none is left.
  template <class Handle>
  void run(Handle&& handle) {
    while (!times_.empty()) {
      now_ = times_.top();
      times_.pop();
      const std::uint32_t bucket = bucket_of(now_);
      if (backwards_) std::reverse(buckets_[bucket].begin(), buckets_[bucket].end());
      for (std::size_t i = 0; i < buckets_[bucket].size(); ++i) {
        const Event event = buckets_[bucket][i];  // a copy: the bucket may grow under us
        handle(event);
      }
      handled_ += static_cast<std::int64_t>(buckets_[bucket].size());
      buckets_[bucket].clear();
      forget(now_);
      unused_.push_back(bucket);
    }
  }

 private:
  struct Slot {
    Tick time = kNone;
    std::uint32_t bucket = 0;
  };
  static constexpr Tick kNone = -1;
  std::size_t home(Tick time) const {
    const auto mixed = static_cast<std::uint64_t>(time) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
  }
  std::uint32_t bucket_of(Tick time);
  void forget(Tick time);
  void grow();

  bool backwards_;
  Tick now_ = 0;
  std::int64_t handled_ = 0;
  std::priority_queue<Tick, std::vector<Tick>, std::greater<Tick>> times_;
  std::vector<std::vector<Event>> buckets_;
  std::vector<std::uint32_t> unused_;
  std::vector<Slot> slots_;  // open addressing, time to bucket
  std::size_t used_ = 0;
  Slot last_;
};

}  // namespace jacquard::astra
