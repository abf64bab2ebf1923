// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/kept/connected.hpp"
#include "systemc/circuit/announced_slots.hpp"
#include "systemc/circuit/circuit_parameters.hpp"
#include "systemc/circuit/crossbars.hpp"
#include "systemc/circuit/fault_config.hpp"
#include "systemc/circuit/nic.hpp"
#include "systemc/circuit/plan.hpp"
#include "systemc/control/decision.hpp"

namespace jacquard::systemc {

// What the controller did.
struct ControllerRecord {
  base::Picoseconds decided{0};  // the last permutation of the first decision was ready
  base::Picoseconds guard{0};    // in all, of the switch that ends last
  base::Picoseconds hold{0};     // likewise, what a slot has beyond its data included
  base::Picoseconds end{0};      // of the last setting
  std::int64_t permutations = 0;
  std::int64_t decisions = 0;
  // What the first decision left was known, and a second one on it was done; 0: there was none.
  base::Picoseconds detected{0}, replanned{0};
  std::int64_t activations = 0;
  std::int64_t messages_lost = 0;
  schedule::Connected connected;                 // by the crossbar, in the end
  std::vector<schedule::Matching> columns;       // of each permutation, if kept
  std::vector<base::Picoseconds> ready, starts;  // likewise
  std::vector<std::int64_t> holds;
  std::vector<int> switches;              // likewise, of parallel ones
  std::vector<base::Picoseconds> guards;  // of each switch, in all
};

// Collects what NPUs report, has it decided, and issues settings and grants, each just in time. Of
// parallel switches the one that is free first gets the longest setting that waits, whole. Of what
// is left after the last setting (a fault lost it, or its NPU was late) it makes the next demand,
// until all is sent.
class Controller final : public sc_core::sc_module {
 public:
  struct Parts {
    const CircuitParameters& parameters;
    const demand::Quantisation& counting;
    const FaultConfig& fault_config;
    const Faults& faults;
    const AnnouncedSlots& clock;
    Decision& decision;
    Crossbars& crossbars;
    std::vector<std::unique_ptr<Nic>>& nics;
    bool overlap = true;
    bool may_leave_residue = false;  // faults are expected: what is left is decided again
    bool keep = false;
    std::uint64_t seed = 1;
    std::uint64_t index = 0;
    schedule::Connected connected;  // when the run begins
  };
  Controller(const sc_core::sc_module_name& name, Parts parts);

  ControllerRecord record() const;
  // The reason to stop before everything was sent: thrown by the caller, outside the kernel.
  const std::exception_ptr& failure() const { return failure_; }
  void fail(std::exception_ptr why);
  // What it waits for, in words, if the simulation has come to an end before its own.
  std::string waits_for() const;

 private:
  struct Decided {
    schedule::Matching columns;
    std::int64_t hold;
    base::Picoseconds ready;
    std::vector<schedule::Relay> relays;
    int sends_on;
    std::size_t permutation;  // of the decision
  };

  // The kernel loses the type of what a process throws: everything is caught in here.
  void guarded(const std::function<void()>& act);
  void next_round();
  void begin_decision();
  void permutation(const Permutation& permutation);
  void require_direct() const;
  // Where and when the next setting starts, if it is known at `earliest`.
  struct Start {
    int number;  // of the switch
    base::Picoseconds guard;
    base::Picoseconds at;
  };
  Start next_start(base::Picoseconds earliest) const;
  Decided take_next(base::Picoseconds start);
  base::Picoseconds ready_of(const Decided& decided) const;
  base::Picoseconds guard_of(const Decided& decided) const;
  void decision_done();
  void issue();
  void issue_front();
  void plan_issue();
  void settle();
  void require_hope();

  struct Waiting {
    int source;
    int destination;
  };
  struct DeadLink {
    Waiting waiting;
    int npu;
  };
  std::optional<Waiting> first_waiting() const;
  std::optional<DeadLink> dead_link() const;
  base::Picoseconds report_time(int npu) const;
  std::int64_t payload_of(std::int64_t hold) const;
  base::Picoseconds window(std::int64_t hold) const;
  base::Picoseconds slot_in_clocks() const;
  std::vector<Portion> portions_of(const Decided& decided, int row) const;
  void grant_all(const Decided& decided, const Start& start);
  base::Picoseconds wait_for_links(base::Picoseconds start) const;

  Parts parts_;
  Plans plans_;
  std::deque<Decided> decided_;
  std::size_t permutations_ = 0;         // of the current decision
  std::vector<base::Picoseconds> ends_;  // of those of the decision that were issued
  base::Picoseconds last_ready_{0};
  demand::SlotClock quanta_;
  bool deciding_ = false;
  std::vector<bool> reported_;
  std::int64_t round_ = 0;
  std::uint64_t announcement_ = 0;
  ControllerRecord record_;
  std::exception_ptr failure_;
  const char* state_ = "the first reports";
  sc_core::sc_event round_event_, issue_event_, settle_event_;
};

}  // namespace jacquard::systemc
