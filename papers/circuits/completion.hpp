// SPDX-License-Identifier: Apache-2.0
// When a schedule is done if it also has to be decided.
#pragma once

#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::studies {

// schedule::completion without propagation, in quanta (slots), to a millionth of one. `ready` has
// one entry per permutation.
double completion(const schedule::Schedule& schedule, double guard,
                  const std::vector<double>& ready);

// The same with everything decided before the first guard begins.
double completion(const schedule::Schedule& schedule, double guard, double decided);

// What a hardware core decides, and when each permutation is ready: load and clocks of its golden
// model, `clock` quanta long each. The first is at load_cycles + first_permutation_cycles.
struct HardwareDecision {
  schedule::Schedule schedule;
  std::vector<double> ready;
  std::int64_t cycles = 0;  // load included
};
HardwareDecision decide_in_hardware(const schedule::CoreShape& shape,
                                    const schedule::CoreInputs& options,
                                    const demand::QuantaMatrix& demand, double clock);

}  // namespace jacquard::studies
