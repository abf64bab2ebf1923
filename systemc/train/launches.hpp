// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/workload/step_program.hpp"
#include "jacquard/workload/training_software.hpp"
#include "systemc/train/prices.hpp"

namespace jacquard::train {

// Sets the times of operations named other: by how much the host takes longer to start the kernels
// of a layer's pass than these take. A host that is ahead costs nothing.
void price_launches(const workload::StepProgram& program, const workload::SoftwareKeys& software,
                    const Npu& npu, std::vector<base::Picoseconds>& works);

}  // namespace jacquard::train
