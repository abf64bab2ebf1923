// SPDX-License-Identifier: Apache-2.0
#include "systemc/arbiter/systemc_core.hpp"

#include <utility>

#include "jacquard/base/error.hpp"
#include "systemc/arbiter/scheduler_board.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/trace/vcd.hpp"

namespace jacquard::systemc {
SystemCCore::SystemCCore(std::unique_ptr<schedule::Core> core, const SystemCOptions& options)
    : shape_(core->shape()), period_(options.period) {
  JQ_CHECK(period_.count() >= 2 && period_.count() % 2 == 0,
           "a clock period is an even number of picoseconds, so that its middle is a whole one");
  const Simulation::Scope scope(simulation_);
  if (!options.trace.empty()) trace_ = open_vcd(options.trace);
  const sc_core::sc_time period = kernel_time(period_);
  // It rises in the middle of each period, so that what is put on the inputs between periods is
  // stable around the edge.
  clock_ = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period / 2);
  board_ = std::make_unique<SchedulerBoard>(std::move(core), *clock_);
  if (trace_ != nullptr) {
    sc_trace(trace_, *clock_, "clk");
    board_->trace(trace_);
  }
  reset();
}

SystemCCore::~SystemCCore() {
  const Simulation::Scope scope(simulation_);
  if (trace_ != nullptr) sc_core::sc_close_vcd_trace_file(trace_);
  board_.reset();
  clock_.reset();
}

void SystemCCore::reset() {
  const Simulation::Scope scope(simulation_);
  board_->rst_n.write(false);
  pass_one_clock();
  board_->rst_n.write(true);
}

const schedule::CoreOutputs& SystemCCore::outputs() {
  board_->get(out_);
  return out_;
}

const schedule::CoreOutputs& SystemCCore::step(const schedule::CoreInputs& in) {
  const Simulation::Scope scope(simulation_);
  board_->get(out_);
  board_->put(in);
  pass_one_clock();
  return out_;
}

// From one falling edge of the clock to the next; the rising edge lies between.
void SystemCCore::pass_one_clock() { sc_core::sc_start(kernel_time(period_)); }

}  // namespace jacquard::systemc
