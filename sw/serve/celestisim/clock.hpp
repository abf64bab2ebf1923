// SPDX-License-Identifier: Apache-2.0
// Steps of a server by the paper's rules, so that a queue can be served before an appliance too.
#pragma once

#include <memory>

#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/celestisim/static_batch.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve::celestisim {

// A step's tokens go through the matrices together; each prompt attends by itself, decodes all
// together at their mean length. Takes one group. Throws ConfigError as require_plain().
std::unique_ptr<StepClock> paper_clock(const workload::Model& model, const PaperSystem& machine,
                                       const Rules& rules, const config::Place& place);

}  // namespace jacquard::serve::celestisim
