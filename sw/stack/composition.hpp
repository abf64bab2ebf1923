// SPDX-License-Identifier: Apache-2.0
// One run of the list schedule that compose() is: a discrete-event simulation of the step in which
// the ports are given out slot by slot.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/longest_ways.hpp"
#include "jacquard/stack/precedence.hpp"
#include "jacquard/stack/slot_ports.hpp"

namespace jacquard::stack {

class Composition {
 public:
  // All outlive it.
  Composition(const Precedence& precedence, const SlotClock& clock, const ComposeOptions& options);
  Timeline run();

 private:
  struct Event {
    enum class Kind : std::uint8_t { computed, waited, arrived, sent };
    std::int64_t time = 0;  // ps
    Kind kind = Kind::computed;
    std::uint32_t of = 0;  // a node, a turn, or a call

    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.time, a.kind, a.of) > std::tie(b.time, b.kind, b.of);
    }
  };
  struct SlotEvent {
    std::int64_t slot = 0;
    bool frees = false;    // what `of` has placed ends; else it can begin
    std::uint32_t of = 0;  // a turn, or of Timeline::placed

    friend bool operator>(const SlotEvent& a, const SlotEvent& b) {
      return std::tie(a.slot, a.frees, a.of) > std::tie(b.slot, b.frees, b.of);
    }
  };
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;
  using Lowest = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

  // A round of a call.
  struct Turn {
    base::Picoseconds way{0};  // to the step's end
    std::int32_t round = 0;
    std::int32_t waits = 0;  // for rounds of its template
    std::int32_t repetition = 0;
    std::int32_t last = -1;  // of Timeline::placed
  };
  struct Npu {
    Lowest ready;  // computations
    bool computes = false;
  };
  // A turn that could begin, and the port that it has waited for.
  struct Candidate {
    std::uint32_t turn = 0;
    std::uint32_t port = kNoPort;
  };
  static constexpr std::uint32_t kNoPort = ~std::uint32_t{0};

  void begin();
  void take(const Event& event);
  void ready(std::uint32_t node);
  void done(std::uint32_t node);
  void settle_nodes();
  void settle_npus();
  void begin_call(std::uint32_t call);
  void end_call(std::uint32_t call);
  void begin_turn(std::uint32_t turn);
  void arrived(std::uint32_t turn);
  void work_on(std::int64_t slot);
  void place(std::uint32_t turn, std::int64_t slot, int channel, bool held);

  int pattern_of(std::uint32_t turn) const {
    return base::at(plan_.pattern_of_round, turns_[turn].round);
  }
  // Of two turns that could begin the one with the longer way goes first.
  bool precedes(std::uint32_t a, std::uint32_t b) const;

  const Precedence& precedence_;
  const Plan& plan_;
  const SlotClock& clock_;
  const ComposeOptions& options_;
  LongestWays ways_;
  SlotPorts ports_;
  std::int64_t now_ = 0;  // ps
  Soonest<Event> events_;
  Soonest<SlotEvent> slots_;
  std::vector<std::int32_t> node_waits_;
  std::vector<std::int32_t> call_waits_;
  std::vector<std::int32_t> unsent_;     // rounds of a call not yet placed in full
  std::vector<std::int32_t> unarrived_;  // rounds of a call
  std::vector<std::int64_t> sent_by_;    // of each call: the slot
  std::vector<Turn> turns_;
  std::vector<Npu> npus_;
  std::vector<std::int32_t> restless_;
  std::vector<std::uint32_t> settling_;  // nodes that have ended
  std::vector<Candidate> candidates_;
  Timeline out_;
};

}  // namespace jacquard::stack
