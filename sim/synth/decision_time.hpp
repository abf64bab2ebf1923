// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/core/core.hpp"
#include "sim/synth/netlist_run.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::synth {

// A netlist is simulated gate by gate, so power is of fewer demands than clocks.
inline constexpr std::int64_t kMostPowerMatrices = 4;

// Clocks a core takes for a decision, by its golden model, which the RTL equals clock by clock.
struct Decision {
  std::int64_t load_cycles = 0;
  double cycles_mean = 0;  // from start to done
  double efficiency_mean = 0;
};

// The first demands of those, as a netlist of the core takes them, and their clocks.
Workload workload_of(const schedule::CoreShape& shape, const verify::Cases& cases, int top_offset);

// Over the demands `verify` would draw. top_offset and fill as the ladder's; floor 0.
Decision decide(const schedule::CoreShape& shape, const verify::Cases& cases, int top_offset);

}  // namespace jacquard::synth
