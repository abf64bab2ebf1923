// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/schedule/kept/connected.hpp"
#include "systemc/circuit/circuit_config.hpp"
#include "systemc/circuit/circuit_parameters.hpp"
#include "systemc/circuit/plan.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::systemc {

// A setting that was decided, of which nothing has been sent yet.
struct PlannedSetting {
  schedule::Matching columns;
  std::int64_t hold = 0;             // in quanta
  std::vector<bool> keeps;           // of each port: its circuit stood before and goes on
  base::Picoseconds from{0}, to{0};  // of ports that change
  base::Picoseconds guard{0};        // before it
  std::vector<std::int64_t> bytes;   // of each port, what it was decided for
};

// Settings to come, in the order of decisions.
class FramePlan {
 public:
  FramePlan(const CircuitParameters& parameters, GuardedPorts guarded)
      : parameters_(parameters), guarded_(guarded), plan_(base::Picoseconds{0}) {}

  const schedule::Connected& connected() const { return connected_; }
  base::Picoseconds last_end() const { return plan_.last_end(); }
  // Appends the settings decided on `demand`, `decided` being the instant to which their times are
  // added; none lasts beyond `end`: the last is cut there. Returns how many.
  int append(const TimedSchedule& schedule, demand::DemandMatrix demand,
             const demand::SlotClock& quanta, base::Picoseconds decided, base::Picoseconds end);
  // Those that start before `now`, taken out.
  std::vector<PlannedSetting> begun(base::Picoseconds now);
  // What those left will send, taken from `waiting`, but never below 0.
  void without_planned(demand::DemandMatrix& waiting) const;

 private:
  const CircuitParameters& parameters_;
  GuardedPorts guarded_;
  Plan plan_;
  schedule::Connected connected_;
  std::deque<PlannedSetting> settings_;
};

}  // namespace jacquard::systemc
