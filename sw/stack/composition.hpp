// SPDX-License-Identifier: Apache-2.0
// One run of the list schedule that compose() is: a discrete-event simulation of the step in which
// the ports are given out slot by slot.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/longest_ways.hpp"
#include "jacquard/stack/precedence.hpp"
#include "jacquard/stack/slot_ports.hpp"

namespace jacquard::stack {

// How long repetitions take in whole slots of settings that begin anew. Throws ConfigError of
// `source` for messages of more than 46 days.
RoundTimes times_by(const SlotClock& clock, const std::string& source);

class Composition {
 public:
  // All outlive it.
  Composition(const Precedence& precedence, const SlotClock& clock, const ComposeOptions& options);
  // In place of the longest ways: of each turn (Precedence), from its begin to the step's end.
  void use_ways(const std::vector<base::Picoseconds>& ways);
  Timeline run();
  // After run(): when all that each turn carries had arrived.
  std::vector<base::Picoseconds> ends() const;

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
    enum class Kind : std::uint8_t {
      begins,  // a turn can
      frees,   // what was placed ends, or what kept its ports
      opens,   // the last slot of a turn, which leaves room
    };
    std::int64_t slot = 0;
    Kind kind = Kind::begins;
    std::uint32_t of = 0;  // a turn
    std::int16_t channel = 0;

    friend bool operator>(const SlotEvent& a, const SlotEvent& b) {
      return std::tie(a.slot, a.kind, a.of, a.channel) > std::tie(b.slot, b.kind, b.of, b.channel);
    }
  };
  static constexpr std::int64_t kNotPlaced = -1;
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;
  using Lowest = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

  // A round of a call. Its messages are sent repetition by repetition, each part by part.
  struct Turn {
    base::Picoseconds way{0};           // from its next repetition to the step's end
    std::int64_t arrival = kNotPlaced;  // of the repetition, once all parts are placed
    std::int64_t latest = 0;            // arrival of any part so far
    std::int64_t start = 0;             // the slots of the part placed last
    std::int64_t end = 0;
    base::Bytes used{0};  // of the last of these slots
    base::Bytes from{0};  // of the part to be placed: what has been placed of it
    std::int32_t round = 0;
    std::int32_t waits = 0;  // for rounds of its template
    std::int32_t repetition = 0;
    std::int32_t last = -1;  // of Timeline::placed
    std::int16_t channel = 0;
    std::int16_t part = 0;  // to be placed next
    bool held = false;      // in slot `start`
    bool shared = false;    // others are in the last of these slots, behind it
  };
  struct Npu {
    Lowest ready;  // computations
    bool computes = false;
  };
  // A turn that could begin, and the port that it has waited for.
  struct Candidate {
    std::uint32_t turn = 0;
    std::uint32_t port = SlotPorts::kNobody;
    std::int64_t rank = 0;  // ps
  };

  // composition.cpp: what the actors do.
  void number_turns();
  void begin();
  void take(const Event& event);
  void ready(std::uint32_t node);
  void settle_nodes();
  void settle_npus();
  void begin_call(std::uint32_t call);
  void end_call(std::uint32_t call);
  void begin_turn(std::uint32_t turn);
  void arrived(std::uint32_t turn);
  std::int64_t sent_at(std::uint32_t call) const;  // ps

  // composition_slots.cpp: who has the ports.
  void work_on(std::int64_t slot);
  Candidate candidate(std::uint32_t turn, std::uint32_t port) const;
  void offer(const Candidate& candidate);
  void offer_waiting(std::uint32_t port, std::int64_t slot);
  bool precedes(const Candidate& a, const Candidate& b) const;
  std::uint32_t try_to_place(std::uint32_t turn, std::int64_t slot);
  bool cut_for(std::uint32_t turn, std::int64_t slot);
  bool may_cut(std::uint32_t turn, std::uint32_t urgent, std::int64_t slot) const;
  void cut(std::uint32_t turn, std::int64_t slot);
  base::Bytes sent_until(const Turn& turn, std::int64_t slot) const;
  void place(std::uint32_t turn, std::int64_t slot, int channel, bool held);
  void reserve(std::uint32_t turn, std::int64_t slot, int channel);
  std::int64_t slots_of_placeholder(std::uint32_t turn) const;
  void note_placed(std::uint32_t turn, base::Picoseconds arrival);
  void keep_for_next(std::uint32_t turn);
  void add_placed(std::uint32_t turn, base::Bytes bytes, base::Bytes lead);
  void share(std::uint32_t turn, std::int64_t slot, base::Bytes lead, base::Bytes bytes, bool held,
             int channel);
  void fill_room(std::uint32_t turn, std::int64_t slot);
  std::uint32_t best_to_share(std::uint32_t turn, base::Bytes room);
  base::Bytes fits(std::uint32_t turn, base::Bytes room) const;
  base::Bytes rest_of(std::uint32_t turn) const;
  // A time of ports in ps. Throws ConfigError where times or numbers of slots would not fit.
  void require_short(double time) const;

  bool is_placeholder(std::uint32_t turn) const {
    return plan_.calls[precedence_.call_of_turn(turn)].kind == Call::Kind::placeholder;
  }
  const rounds::Round& round_of(std::uint32_t turn) const {
    return base::at(plan_.rounds.rounds, turns_[turn].round);
  }
  int pattern_of(std::uint32_t turn) const {
    return base::at(plan_.pattern_of_round, turns_[turn].round);
  }
  // `part`: of the turn's pattern.
  SlotPorts::Wish wish_of(std::uint32_t turn, int part) const;
  SlotPorts::Wish next_wish(std::uint32_t turn) const { return wish_of(turn, turns_[turn].part); }
  SlotPorts::Wish last_wish(std::uint32_t turn) const {
    return wish_of(turn, turns_[turn].part - 1);
  }

  const Precedence& precedence_;
  const Plan& plan_;
  const SlotClock& clock_;
  const ComposeOptions& options_;
  bool changes_cost_slots_;  // a change of setting takes a slot or more
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
  std::vector<base::Picoseconds> once_;  // of each round: what a repetition takes
  std::vector<Turn> turns_;
  std::vector<Npu> npus_;
  std::vector<std::int32_t> restless_;
  std::vector<std::uint32_t> settling_;  // nodes that have ended
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> openings_;  // turns whose last slot is at hand
  Timeline out_;
};

}  // namespace jacquard::stack
