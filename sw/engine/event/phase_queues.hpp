// SPDX-License-Identifier: Apache-2.0
// In which order NPUs take up the phases that wait in their queues.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/engine/event/plan.hpp"

namespace jacquard::engine {

// All NPUs take up the phases of a dimension in one order, as ranks of a communication library must
// issue their collectives in one order: the NPU that first has room and something to choose from
// chooses for all that take part, by Rules::order. Others wait for that phase even if another could
// begin. A phase is chosen only after all it waits for have been, and so no two NPUs ever hold what
// the other needs (proof in docs/engines.md).
class PhaseQueues {
 public:
  PhaseQueues(Plan& plan, const Rules& rules, int dimensions);

  // A collective of a driven plan was issued at an NPU; the first time counts for Rules::order.
  void issued(int collective, std::int64_t time);
  // All that the workload makes the collective wait for has been chosen.
  void may_choose(int collective);
  // The collectives all of whose phases have been chosen since the last call.
  void take_chosen(std::vector<int>& collectives);
  bool any_chosen() const { return !chosen_.empty(); }

  // The phase may begin at that rank as far as it itself is concerned.
  void now_eligible(std::uint32_t unit, int rank, std::int64_t time);
  // It is done there, and makes room.
  void ended(std::uint32_t unit, int rank);

  // Which phase begins next at this instant, and at which rank: of the queues with room and a phase
  // to begin that of the lowest NPU, and there of the lowest dimension. False when none is left.
  bool next(std::uint32_t& unit, int& rank);
  bool any_changed() const { return !marks_.empty(); }

  static constexpr std::int64_t kNever = -1;

 private:
  struct Queue {
    int npu = 0;
    int dimension = 0;
    bool operator<(const Queue& o) const {
      return npu != o.npu ? npu < o.npu : dimension < o.dimension;
    }
    bool operator==(const Queue& o) const { return npu == o.npu && dimension == o.dimension; }
  };
  // What decides which phase goes first.
  struct Candidate {
    std::int64_t issued = 0;
    int collective = 0;
    std::int64_t since = 0;  // eligible here
    int chunk = 0;
    int phase = 0;
    std::uint32_t unit = 0;
  };
  struct State {
    std::vector<std::uint32_t> order;   // what was chosen
    std::vector<Candidate> candidates;  // a heap of what is eligible here and may be chosen, ...
                                        // ... or has been, elsewhere
    std::uint32_t next = 0;             // place in the order
    std::int32_t running = 0;
  };
  State& state(Queue q) {
    return states_[static_cast<std::size_t>(q.npu) * static_cast<std::size_t>(dimensions_) +
                   static_cast<std::size_t>(q.dimension)];
  }
  void mark(std::uint32_t unit, int rank);
  void merge_marks();
  bool take(Queue queue, std::uint32_t& unit, int& rank);
  bool choose(Queue queue);
  // One thing less for which the choice of the unit waits.
  void unblock(std::uint32_t unit);
  void add_candidate(std::uint32_t unit, int rank);
  bool goes_before(const Candidate& a, const Candidate& b) const;
  UnitState& unit_state(std::uint32_t unit, int rank) {
    return plan_.unit_states[plan_.units[unit].base + static_cast<std::uint32_t>(rank)];
  }

  Plan& plan_;
  int active_;
  bool last_first_;
  int dimensions_;
  std::vector<State> states_;
  std::vector<std::uint32_t> unchosen_before_;  // per unit: of those it waits for
  std::vector<bool> is_chosen_;                 // per unit
  std::vector<std::int64_t> issued_;            // per collective: when first, or kNever
  std::vector<std::uint32_t> unchosen_of_;      // per collective
  std::vector<int> chosen_;
  std::vector<Queue> marks_;    // queues that may have changed
  std::vector<Queue> changed_;  // the same, in order, from at_ on
  std::size_t at_ = 0;
};

}  // namespace jacquard::engine
