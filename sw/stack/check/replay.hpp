// SPDX-License-Identifier: Apache-2.0
// Runs the NPUs' programs and the messages of a timeline against the clock.
#pragma once

#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "jacquard/stack/check/call_run.hpp"
#include "jacquard/stack/check/program.hpp"

namespace jacquard::stack::check {

// Of each template whose calls are followed rank by rank.
struct Goals {
  std::vector<std::unique_ptr<Party>> parties;
  std::vector<std::unique_ptr<Goal>> goals;  // nothing: only which bytes are sent is followed
};

// In the order of time: what is sent in a slot is what has arrived by its beginning. A call is held
// against its collective when its last message has arrived, and then forgotten.
class Replay {
 public:
  // All outlive it. `routes` may be nothing. `placed` of the timeline are sound (sound.hpp).
  Replay(const Stack& stack, const Routes* routes, const Goals& goals, const Marks& marks);
  Ledger run();

 private:
  struct Event {
    enum class Kind : std::uint8_t { arrives, released };
    std::int64_t time = 0;
    Kind kind = Kind::arrives;
    std::int32_t call = 0;
    std::int32_t transfer = 0;
    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.time, a.kind, a.call, a.transfer) >
             std::tie(b.time, b.kind, b.call, b.transfer);
    }
  };
  // A repetition that comes.
  struct Coming {
    std::int64_t slot = 0;
    std::int32_t placed = 0;
    std::int32_t repetition = 0;  // of those placed
    friend bool operator>(const Coming& a, const Coming& b) {
      return std::tie(a.slot, a.placed) > std::tie(b.slot, b.placed);
    }
  };
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  void advance(std::int64_t time);
  void send(const Coming& coming);
  void reserve(const Reserved& reserved);
  void begin(std::int32_t call, std::int64_t slot);
  void require_ready(std::int32_t call, std::int64_t slot);
  void finish();

  const Stack& stack_;
  const Routes* routes_;
  const Goals& goals_;
  const Marks& marks_;
  Program program_;
  std::vector<std::unique_ptr<CallRun>> runs_;  // of calls under way
  std::vector<bool> begun_;
  std::vector<bool> ended_;
  std::vector<std::int32_t> reservations_;  // of each call, that have not ended
  Soonest<Event> events_;
  Soonest<Coming> coming_;
  Ledger ledger_;
};

}  // namespace jacquard::stack::check
