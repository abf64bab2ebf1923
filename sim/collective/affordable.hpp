// SPDX-License-Identifier: Apache-2.0
// How much work a collective will be, before it is done: more than the user allows is refused.
#pragma once

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/scenario.hpp"
#include "sim/collective/collective_config.hpp"

namespace jacquard::run {

// Before rounds are made of a request. Returns about how many there will be. Throws ConfigError
// naming --most-memory.
double require_affordable_rounds(const CollectiveConfig& config,
                                 const collective::CollectiveRequest& request);

// Before the event engine runs. Returns about how many events to expect. Throws ConfigError naming
// --most-events or --most-memory.
double require_affordable(const CollectiveConfig& config, const engine::Scenario& scenario);

// Before closed forms: trees are worked out NPU by NPU and chunk by chunk.
void require_affordable_form(const CollectiveConfig& config,
                             const collective::CollectiveRequest& request);

}  // namespace jacquard::run
