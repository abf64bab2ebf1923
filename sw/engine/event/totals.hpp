// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/event/plan.hpp"
#include "jacquard/engine/result.hpp"

namespace jacquard::engine {

struct LinkLoad {
  double busy_ps = 0;
  std::int64_t bytes = 0;
};

// What the links of each dimension carried, and in a graph of links each of them. Depends on routes
// alone, so it is not counted message by message but where the wiring's ways are varied:
// `recorded` has each link's then. Requires result.time.
void add_link_totals(const Scenario& scenario, const Wiring& wiring, const Plan& plan,
                     const std::vector<LinkLoad>& recorded, Result& result);

}  // namespace jacquard::engine
