// SPDX-License-Identifier: Apache-2.0
// Steps by the laws of sw/cost: kernels layer by layer, collectives, and what the host adds.
#pragma once

#include <memory>

#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/expert_carrier.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// Answers are remembered by size, so that a long run asks each law a few hundred times. Throws
// ConfigError for degrees that the model does not divide by. With a carrier, which outlives the
// clock, exchanges of experts take what it says, and experts compute by its busiest NPU.
std::unique_ptr<StepClock> cost_clock(const Deployment& deployment,
                                      ExpertCarrier* carrier = nullptr);

}  // namespace jacquard::serve
