// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>

#include "jacquard/schedule/core/core.hpp"
#include "systemc/arbiter/per_port.hpp"
#include "systemc/arbiter/scheduler_module.hpp"

namespace jacquard::systemc {

// A scheduler module with a signal at every pin, on a clock from outside.
struct SchedulerBoard {
  SchedulerBoard(std::unique_ptr<schedule::Core> core, sc_core::sc_signal_in_if<bool>& clock);

  void put(const schedule::CoreInputs& in);
  void get(schedule::CoreOutputs& out) const;
  void trace(sc_core::sc_trace_file* file) const;

  sc_core::sc_signal<bool> rst_n{"rst_n"};
  sc_core::sc_signal<bool> load_valid{"load_valid"}, load_ready{"load_ready"};
  sc_core::sc_signal<LoadRows> load_row;
  sc_core::sc_signal<bool> start{"start"}, fill{"fill"}, abort{"abort"};
  sc_core::sc_signal<std::int64_t> guard{"guard"};
  sc_core::sc_signal<int> top_offset{"top_offset"}, floor{"floor"};
  sc_core::sc_signal<bool> busy{"busy"}, done{"done"}, shifts{"shifts"}, valid{"valid"},
      ready{"ready"};
  sc_core::sc_signal<std::int64_t> hold{"hold"};
  sc_core::sc_signal<PerPort<int>> columns;
  SchedulerModule scheduler;
};

}  // namespace jacquard::systemc
