// SPDX-License-Identifier: Apache-2.0
// Steps by the laws of sw/cost: kernels layer by layer, collectives, and what the host adds.
#pragma once

#include <memory>

#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// Answers are remembered by size, so that a long run asks each law a few hundred times. Throws
// ConfigError for degrees that the model does not divide by.
std::unique_ptr<StepClock> cost_clock(const Deployment& deployment);

}  // namespace jacquard::serve
