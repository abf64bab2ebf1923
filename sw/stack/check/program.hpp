// SPDX-License-Identifier: Apache-2.0
// What the NPUs' programs wait for: when the nodes of each actor become ready and end.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack::check {

// A free NPU takes, of its computations that are ready, the one of the lowest number. Other nodes
// with a duration take it and occupy nothing. A call is ready when all who take part are at it; a
// barrier then ends, other calls when they are told to.
class Program {
 public:
  explicit Program(const Plan& plan);

  // When the next node ends that is under way; kNever: none is.
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::int64_t next() const { return running_.empty() ? kNever : running_.top().time; }
  // To be told in the order of time: that all ends which ends until then, ...
  void end_until(std::int64_t time);
  // ... that a call has ended at all who take part, ...
  void end_call(std::int32_t call, std::int64_t time);
  // ... and, when that is all of an instant, that NPUs go on.
  void settle(std::int64_t time);

  bool is_ready(std::int32_t call) const { return base::at(lacking_, call) == 0; }
  // Of a call that is not: an actor, and a node that it waits for.
  Side awaited(std::int32_t call) const;
  // Notes that the call has begun. Returns one that an actor's program has before it in the same
  // communicator and that has not begun, or -1.
  std::int32_t begin_call(std::int32_t call);

  std::int64_t step() const { return step_; }  // the end of the last that has ended

 private:
  struct End {
    std::int64_t time = 0;
    std::int32_t actor = 0;
    std::int32_t node = 0;
    friend bool operator>(const End& a, const End& b) {
      return std::tie(a.time, a.actor, a.node) > std::tie(b.time, b.actor, b.node);
    }
  };
  struct Run {
    std::vector<std::int32_t> waits;
    std::vector<bool> ended;
    std::vector<std::uint32_t> first;  // in `next`, of each node, and the end
    std::vector<std::int32_t> next;
    std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<>> ready;
    bool busy = false;
  };

  void link(std::int32_t actor);
  void order_calls(std::int32_t actor);
  void reach(std::int32_t actor, std::int32_t node, std::int64_t time);
  void end(std::int32_t actor, std::int32_t node, std::int64_t time);

  const Plan& plan_;
  std::vector<Run> runs_;
  std::vector<std::int32_t> lacking_;   // sides of each call that are not at it
  std::vector<std::int32_t> previous_;  // by side: the call before in its communicator, or -1
  std::vector<bool> begun_;             // of calls
  std::priority_queue<End, std::vector<End>, std::greater<>> running_;
  std::vector<std::pair<std::int32_t, std::int32_t>> reached_;  // nodes that wait for nothing more
  std::vector<std::int32_t> restless_;                          // actors that may compute
  std::int64_t step_ = 0;
};

}  // namespace jacquard::stack::check
