// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/engine/result.hpp"
#include "jacquard/engine/step/comm_time.hpp"

namespace jacquard::engine::step {

// What a step's communications put on the links of each dimension of the fabric, as
// Result::dimensions: each message once for each link of its way. `counted` by number of
// StepProgram::comms; empty: all. It goes through the rounds of each communication once, so it is
// for reports rather than for searches. Throws ConfigError beyond 8e18 bytes, and as CommTimes.
std::vector<Result::Dimension> dimension_loads(const CommMachine& machine,
                                               const workload::StepProgram& program,
                                               const std::vector<bool>& counted,
                                               base::Picoseconds time);

}  // namespace jacquard::engine::step
