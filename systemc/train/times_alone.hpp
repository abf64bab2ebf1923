// SPDX-License-Identifier: Apache-2.0
// What operations of a step take on NPUs that nobody else uses.
#pragma once

#include <vector>

#include "systemc/machine/job_machine.hpp"
#include "systemc/train/machine_parts.hpp"

namespace jacquard::train {

// Of each NPU; a slow one has slow clocks.
std::vector<systemc::CoresOfNpu> cores_of_all(const Step& step, const Costs& costs);

// Of the operations of those `npus`, by their numbers; empty of others. Products are simulated,
// each distinct list of them once, with the memory of `machine` to themselves.
std::vector<std::vector<base::Picoseconds>> times_alone(const Step& step,
                                                        const systemc::JobMachine& machine,
                                                        const std::vector<int>& npus, Costs& costs);

}  // namespace jacquard::train
