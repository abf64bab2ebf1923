// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// Of one step, all its layers with experts.
struct ExpertStep {
  base::Picoseconds exchanges{0};  // tokens to their experts, and back
  // Tokens of the busiest NPU's experts over those of a mean one, mean over layers; at least 1.
  double busiest = 1;
};

// Who carries what experts exchange in the place of the laws. Called once for each step, in the
// order of steps.
class ExpertCarrier {
 public:
  virtual ~ExpertCarrier() = default;
  virtual ExpertStep carry(base::Span<const StepLoad> groups) = 0;
};

}  // namespace jacquard::serve
