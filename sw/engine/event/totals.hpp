// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/event/plan.hpp"
#include "jacquard/engine/result.hpp"

namespace jacquard::engine {

// What the links of each dimension carried, and in a graph of links each of them. Depends on routes
// alone, so it is not counted message by message. Requires result.time.
void add_link_totals(const Scenario& scenario, const Wiring& wiring, const Plan& plan,
                     Result& result);

}  // namespace jacquard::engine
