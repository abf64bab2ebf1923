// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/workload/step_program.hpp"
#include "jacquard/workload/training_software.hpp"
#include "systemc/train/prices.hpp"

namespace jacquard::train {

// Sets the times of operations named other: by how much the host takes longer for the functions and
// kernels of a layer's pass than the device takes for these and for the exchanges it waits for. A
// host that is ahead costs nothing, until it reads how many tokens its experts have.
void price_launches(const workload::StepProgram& program, const workload::SoftwareKeys& software,
                    const Npu& npu, const std::vector<engine::step::CommTime>& comms,
                    std::vector<base::Picoseconds>& works);

}  // namespace jacquard::train
