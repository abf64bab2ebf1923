// SPDX-License-Identifier: Apache-2.0
// A step's time at search speed: each operation begins as soon as it may. docs/engines.md states
// the rules, docs/engines.md how far the answer is from the event engine's.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/engine/step/first_of.hpp"
#include "jacquard/engine/step/repeat.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::engine::step {

// The network inside a node, which no dimension of the fabric is (CommTime::dimensions).
inline constexpr std::uint32_t kNodeNetwork = std::uint32_t{1} << 31;

struct Durations {
  base::Span<const base::Picoseconds> works;  // of StepProgram::works
  base::Span<const CommTime> comms;           // of StepProgram::comms
};

// Runs programs, and keeps its memory from one to the next: a search has one for each thread.
//
// An operation begins when the one before it in its stream and all it depends on have ended. A send
// ends when its message is at the receiver. A receive ends max(its begin + receipt, the send's
// end) + receipt. Of collectives whose next phase waits for a dimension that goes on which can
// first; at one instant the one that was ready to begin first, of equals the lower (fifo), or the
// other way (lifo).
class ListSchedule {
 public:
  // When the last operation ends. Throws ConfigError naming the program for a receive without a
  // send, or two; for operations that wait for each other; and where the sum of all durations is
  // more than 46 days. With an outline of the program, where stretches run alike the rest of them
  // are not run; the answer is the same.
  base::Picoseconds run(const workload::StepProgram& program, const Durations& durations,
                        Order order = Order::lifo, const Outline* outline = nullptr);

  // The same, where nobody asks for intervals: of stretches that are not run few are set down.
  base::Picoseconds end_of(const workload::StepProgram& program, const Durations& durations,
                           Order order, const Outline& outline);

  // Of the last run: when each operation of a class began and ended.
  base::Span<const Interval> intervals(int of_class) const {
    const std::size_t first = base::at(first_, of_class);
    return {intervals_.data() + first, base::at(first_, of_class + 1) - first};
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::int64_t kNotYet = -1;
  static constexpr int kDimensions = 32;
  static constexpr std::uint32_t kElsewhere = workload::kStreams;
  static constexpr std::uint32_t kAll = (std::uint32_t{1} << workload::kStreams) - 1;

  // The next operation of a stream of a class.
  struct Head {
    std::uint32_t op = kNone;
    std::uint32_t seen = 0;             // dependencies that have ended, from the first on
    std::uint32_t on = 0;               // stream of what it waits for; kElsewhere: a message
    const Interval* awaited = nullptr;  // what it was last found to wait for
    std::int64_t ready = 0;             // not before then
    const CommTime* waits = nullptr;    // of a collective that waits for a dimension: its ...
    int phase = 0;                      // ... phase ...
    std::int64_t next = 0;              // ... could begin then if its dimensions were free ...
    std::int64_t before = 0;            // ... while the phase before ends then
    std::int64_t begun = 0;
  };
  struct Class {
    std::array<Head, workload::kStreams> heads;
    // A bit for each stream.
    std::uint32_t open = 0;                               // whose heads are to be looked at
    std::uint32_t waiting = 0;                            // for a dimension
    std::array<std::uint32_t, kElsewhere + 1> waiters{};  // for an operation of this stream
    // Of its operations.
    const workload::StepOp* ops = nullptr;
    const std::uint32_t* dependencies = nullptr;
    const std::uint32_t* next = nullptr;
    Interval* intervals = nullptr;
    std::array<std::int64_t, kDimensions> free{};  // since when, by dimension
    std::int64_t best = 0;                         // when the first of the waiting can begin
    int best_stream = -1;
    int number = 0;
    std::uint32_t receivers = 0;  // streams of operations that wait for a message's receive
    bool awake = false;
  };

  // What a stretch begins with (leap.cpp).
  struct Look {
    const Repeat* of = nullptr;
    std::uint32_t stretch = 0;
    std::int64_t at = 0;
    int best_stream = -1;
    std::array<Head, workload::kStreams> heads;
    std::array<std::int64_t, kDimensions> free{};
    // Operations of which ends matter: from the stretch's first, before it and behind.
    std::uint32_t low = 0;
    std::uint32_t high = 0;

    bool has_ended(std::uint32_t op, std::size_t stream) const {
      return op < heads[stream].op || heads[stream].op == kNone;
    }
  };
  base::Picoseconds run_all(const workload::StepProgram& program, const Durations& durations,
                            Order order, const Outline* outline);
  void try_leap();
  void look(const Repeat& repeat, std::uint32_t stretch, Look& seen) const;
  bool ends_alike(const Look& before, const Look& now) const;
  bool moves(const Head& head, const Look& before) const;
  bool as_before(const Head& head, const Look& before, const Look& now) const;
  std::uint32_t stretches_alike(const Look& before, const Look& now) const;
  void leap(const Look& before, const Look& now, std::uint32_t stretches);
  static std::int64_t awaited_in(const Class& state, const Head& head, std::int64_t base);

  void index(const workload::StepProgram& program, const Durations& durations);
  void index_by_outline();
  void require_short();
  void pair_messages();
  void list_sends();
  std::uint32_t& slot_of(std::uint64_t key);
  void advance(Class& state);
  bool try_head(Class& state, std::uint32_t stream);
  void begin_phase(Class& state);
  static void wait(Class& state, std::uint32_t stream, std::uint32_t on, const Interval& awaited);
  static void end_head(Class& state, Head& head, std::int64_t begin, std::int64_t end);
  void find_best(Class& state) const;
  bool goes_before(const Head& a, const Head& b) const;
  void wake(Class& state);
  void rank(const Class& state);
  static bool is_sure(const Class& state);
  [[noreturn]] void fail_stuck() const;
  [[noreturn]] void fail_unpaired(std::size_t place, int count) const;

  const workload::StepProgram* program_ = nullptr;
  Durations durations_;
  Order order_ = Order::lifo;
  const Outline* outline_ = nullptr;
  std::size_t repeat_ = 0;          // the first that has not passed
  std::uint32_t looked_until_ = 0;  // operations
  std::size_t behind_ = 0;          // the stream that was furthest behind
  std::uint32_t occupied_ = 0;      // dimensions that communications have
  bool sparse_ = false;             // end_of()
  std::array<Look, 2> looks_;
  std::size_t now_ = 0;               // of these; the other is of the stretch before
  std::vector<std::size_t> first_;    // of each class, in the lists by operation
  std::vector<std::uint32_t> next_;   // by operation: the next of its stream, in its class
  std::vector<std::size_t> partner_;  // of a receive: the place of its send
  std::vector<Interval> intervals_;   // by operation
  std::vector<Class> classes_;
  std::vector<int> awake_;
  FirstOf first_class_;  // by when the first of its waiting can begin
  struct Sent {
    std::uint64_t key = 0;  // sender, receiver and tag
    std::size_t place = 0;
    int count = 1;  // of this key, where it is the first
  };
  std::vector<Sent> sent_;
  std::vector<Sent> received_;
  std::vector<std::uint32_t> slots_;  // places in `sent_` by key, of twice as many; kNone: free
};

}  // namespace jacquard::engine::step
