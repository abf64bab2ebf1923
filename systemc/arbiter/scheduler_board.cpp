// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter/scheduler_board.hpp"

#include <utility>

namespace jacquard::systemc {

using schedule::kUnmatched;

SchedulerBoard::SchedulerBoard(std::unique_ptr<schedule::Core> core,
                               sc_core::sc_signal_in_if<bool>& clock)
    : load_row("load_row", LoadRows(core->shape().rows_per_clock * core->shape().ports)),
      columns("columns", PerPort<int>(core->shape().ports, kUnmatched)),
      scheduler("scheduler", std::move(core)) {
  scheduler.clk(clock);
  scheduler.rst_n(rst_n);
  scheduler.load_valid(load_valid);
  scheduler.load_ready(load_ready);
  scheduler.load_row(load_row);
  scheduler.start(start);
  scheduler.guard(guard);
  scheduler.top_offset(top_offset);
  scheduler.floor(floor);
  scheduler.fill(fill);
  scheduler.abort(abort);
  scheduler.busy(busy);
  scheduler.done(done);
  scheduler.shifts(shifts);
  scheduler.valid(valid);
  scheduler.ready(ready);
  scheduler.hold(hold);
  scheduler.columns(columns);
}

void SchedulerBoard::put(const schedule::CoreInputs& in) {
  load_valid.write(in.load);
  if (in.load) load_row.write(LoadRows(in.row));
  start.write(in.start);
  guard.write(in.guard);
  top_offset.write(in.top_offset);
  floor.write(in.floor);
  fill.write(in.fill);
  abort.write(in.abort);
  ready.write(in.ready);
}

void SchedulerBoard::get(schedule::CoreOutputs& out) const {
  out.load_ready = load_ready.read();
  out.busy = busy.read();
  out.done = done.read();
  out.shifts = shifts.read();
  out.valid = valid.read();
  out.hold = hold.read();
  out.columns.assign(columns.read().begin(), columns.read().end());
}

void SchedulerBoard::trace(sc_core::sc_trace_file* file) const {
  for (const auto* wire : {&rst_n, &load_valid, &load_ready, &start, &fill, &abort, &busy, &done,
                           &shifts, &valid, &ready}) {
    sc_trace(file, *wire, wire->name());
  }
  sc_trace(file, load_row, load_row.name());
  sc_trace(file, guard, guard.name());
  sc_trace(file, top_offset, top_offset.name());
  sc_trace(file, floor, floor.name());
  sc_trace(file, hold, hold.name());
  sc_trace(file, columns, columns.name());
}

}  // namespace jacquard::systemc
