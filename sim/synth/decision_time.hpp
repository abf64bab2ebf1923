// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/schedule/core/core.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::synth {

// Clocks a core takes for a decision, by its golden model, which the RTL equals clock by clock.
struct Decision {
  std::int64_t load_cycles = 0;
  double cycles_mean = 0;  // from start to done
  double efficiency_mean = 0;
};

// Over the demands `verify` would draw. top_offset and fill as the ladder's; floor 0.
Decision decide(const schedule::CoreShape& shape, const verify::Cases& cases, int top_offset);

}  // namespace jacquard::synth
