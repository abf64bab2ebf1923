// SPDX-License-Identifier: Apache-2.0
// Scenarios of the engines' door as ASTRA-sim's input: what its files would say of them.
#pragma once

#include "jacquard/astra/input.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::astra {

// Of a collective's request, the only node of every NPU's trace; or of a job, whose rules and
// algorithms are system.json. Throws ConfigError for what ASTRA-sim's files cannot say.
Input input_of(const engine::Scenario& scenario);

// The same without the job, whatever its size cheap: whether input_of() would throw.
Input machine_of(const engine::Scenario& scenario);

}  // namespace jacquard::astra
