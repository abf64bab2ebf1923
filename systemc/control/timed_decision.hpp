// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "jacquard/schedule/core/core.hpp"
#include "systemc/control/decision.hpp"

namespace jacquard::systemc {

// A whole schedule, and when each of its permutations is there after the demand is: ascending, one
// per permutation; and when the decision is done.
struct TimedSchedule {
  schedule::Schedule schedule;
  std::vector<base::Picoseconds> ready;
  base::Picoseconds done{0};
  std::vector<int> sends_on = {};  // by permutation (schedule::sends_on_of()); empty: nothing
  bool shifts = false;             // as CoreRun::shifts
};

// Everything at once, `latency` after the demand: software that returns a schedule of it.
TimedSchedule all_at_once(const demand::QuantaMatrix& demand, schedule::Schedule schedule,
                          base::Picoseconds latency);

// As a core with a clock of `period` would show them: the rows are loaded one a clock, then one
// clock of start, then what the golden model says (Core contract).
TimedSchedule at_clocks(const schedule::CoreRun& run, base::Picoseconds period);

// A decision whose answer is computed when it begins. The listener is notified when hardware would
// have it. begin() throws ConfigError for one that takes longer than kLongestRunOfCircuits.
class TimedDecision final : public sc_core::sc_module, public Decision {
 public:
  using Schedules = std::function<TimedSchedule(const demand::QuantaMatrix&)>;
  TimedDecision(const sc_core::sc_module_name& name, Schedules schedules);

  void begin(const demand::QuantaMatrix& demand, DecisionSink sink) override;
  std::int64_t activations() const override { return activations_; }

 private:
  void tell();

  Schedules schedules_;
  DecisionSink sink_;
  std::unique_ptr<TimedSchedule> answer_;
  std::unique_ptr<schedule::SettingCursor> cursor_;
  base::Picoseconds began_{0};
  std::int64_t activations_ = 0;
  sc_core::sc_event next_;
};

}  // namespace jacquard::systemc
