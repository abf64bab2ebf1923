// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter/scheduler_module.hpp"

#include <utility>

namespace jacquard::systemc {

SchedulerModule::SchedulerModule(const sc_core::sc_module_name& name,
                                 std::unique_ptr<schedule::Core> core)
    : sc_core::sc_module(name), core_(std::move(core)) {
  JQ_CHECK(core_ != nullptr, "a scheduler module has a core");
  SC_HAS_PROCESS(SchedulerModule);
  SC_METHOD(rising_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void SchedulerModule::rising_edge() {
  if (rst_n.read()) {
    sample();
    core_->step(in_);
  } else {
    core_->reset();
  }
  drive(core_->outputs());
}

void SchedulerModule::sample() {
  in_.load = load_valid.read();
  if (in_.load) in_.row.assign(load_row.read().begin(), load_row.read().end());
  in_.start = start.read();
  in_.abort = abort.read();
  in_.ready = ready.read();
  in_.guard = guard.read();
  in_.top_offset = top_offset.read();
  in_.floor = floor.read();
  in_.fill = fill.read();
}

void SchedulerModule::drive(const schedule::CoreOutputs& out) {
  load_ready.write(out.load_ready);
  busy.write(out.busy);
  done.write(out.done);
  shifts.write(out.shifts);
  valid.write(out.valid);
  hold.write(out.hold);
  columns.write(PerPort<int>(out.columns));
}

}  // namespace jacquard::systemc
