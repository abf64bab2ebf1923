// SPDX-License-Identifier: Apache-2.0
// A step on SystemC NPUs, memories, circuits and schedulers: --engine cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/kernel/time.hpp"
#include "systemc/machine/exchange.hpp"
#include "systemc/machine/job_machine.hpp"
#include "systemc/train/run_step.hpp"
#include "systemc/train/step_meetings.hpp"

namespace jacquard::train {

// One exchange of the step.
struct ExchangeOfStep {
  StepExchange what;
  systemc::MeetingTimes times;
  machine::Exchanged answer;
  std::vector<int> members;  // NPUs that took part
};

// What a step on the machine has beside a step on any engine.
struct OnMachine {
  std::vector<ExchangeOfStep> exchanges;  // in the order in which they began
  std::vector<int> npus;                  // that were simulated: all, or one for each class
  // Of each NPU's operations; empty of those that were not.
  std::vector<std::vector<engine::Interval>> intervals;
  std::vector<std::vector<base::Picoseconds>> alone;  // what each takes with the memory to itself
  // Means over NPUs of what they waited for at exchanges: for the last one to come, and then for
  // the switch.
  base::Picoseconds imbalance{0}, contention{0};
  // What NPUs' operations took beyond what they take alone, mean: waits for memory.
  base::Picoseconds memory_wait{0};
  bool in_order = false;                  // of a stack
  systemc::CircuitsMade circuits;         // of collectives
  std::optional<double> cache_hit_ratio;  // of all modules, where they are the memories
  std::uint64_t schedule_hash = 0;        // of all schedules, in order
  std::vector<std::string> waves;         // files, at most kMostWaves
};

// No exchange of a step begins later.
inline constexpr base::Picoseconds kLastExchange = systemc::kLongestRunOfCircuits;

// Throws ConfigError for a mode of ASTRA-sim, a network or a detail that the machine has not, more
// ports than a core has, and as Exchanger, the engine and its machine do.
StepAnswer run_on_machine(const Step& step);

}  // namespace jacquard::train
