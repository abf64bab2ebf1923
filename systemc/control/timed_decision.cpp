// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/timed_decision.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

TimedSchedule all_at_once(const demand::QuantaMatrix& demand, schedule::Schedule schedule,
                          base::Picoseconds latency) {
  std::vector<base::Picoseconds> ready(schedule.permutations(), latency);
  std::vector<int> sends_on;
  if (schedule.hops() > 1) sends_on = schedule::sends_on_of(demand, schedule);
  return {std::move(schedule), std::move(ready), latency, std::move(sends_on)};
}

TimedSchedule at_clocks(const schedule::CoreRun& run, base::Picoseconds period) {
  const std::int64_t started = run.load_cycles + 1;
  std::vector<base::Picoseconds> ready;
  for (const std::int64_t cycle : run.shown_cycles) {
    ready.push_back(base::times(period, started + cycle));
  }
  return {
      run.schedule, std::move(ready), base::times(period, started + run.cycles), {}, run.shifts};
}

TimedDecision::TimedDecision(const sc_core::sc_module_name& name, Schedules schedules)
    : sc_core::sc_module(name), schedules_(std::move(schedules)) {
  SC_HAS_PROCESS(TimedDecision);
  SC_METHOD(tell);
  sensitive << next_;
  dont_initialize();
}

void TimedDecision::begin(const demand::QuantaMatrix& demand, DecisionSink sink) {
  JQ_CHECK(answer_ == nullptr, "one decision at a time");
  sink_ = std::move(sink);
  answer_ = std::make_unique<TimedSchedule>(schedules_(demand));
  if (answer_->done > kLongestRunOfCircuits) {
    throw base::ConfigError({"scheduler", "", "a decision within a day of simulated time",
                             config::show_quantity(answer_->done), ""});
  }
  cursor_ = std::make_unique<schedule::SettingCursor>(answer_->schedule);
  began_ = now();
  const bool any = !cursor_->done();
  next_.notify(kernel_time(any ? answer_->ready.front() : answer_->done));
}

void TimedDecision::tell() {
  ++activations_;
  const base::Picoseconds passed = now() - began_;
  while (!cursor_->done()) {
    const base::Picoseconds ready = answer_->ready[cursor_->entry()];
    if (ready > passed) {
      next_.notify(kernel_time(ready - passed));
      return;
    }
    const std::size_t entry = cursor_->entry();
    const auto relays = answer_->schedule.relays(entry);
    sink_.permutation({cursor_->columns(),
                       cursor_->hold(),
                       {relays.begin(), relays.end()},
                       answer_->sends_on.empty() ? schedule::kNothing : answer_->sends_on[entry],
                       answer_->shifts});
    cursor_->next();
  }
  if (answer_->done > passed) {
    next_.notify(kernel_time(answer_->done - passed));
    return;
  }
  cursor_.reset();
  answer_.reset();
  sink_.done();
}

}  // namespace jacquard::systemc
