// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/workload/expert_demand.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

// What the NPUs of one expert-parallel group exchange before the experts of one layer and one
// micro-batch. Throws ConfigError as plan_of(), and at the knob `ep` for a model without experts.
ExpertTraffic expert_traffic(const StepRequest& request);

}  // namespace jacquard::workload
