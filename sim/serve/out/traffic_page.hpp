// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/serve/out/seen_steps.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

// A page of its own, HTML: the figures, how latencies are spread, and what waits, runs and is held
// over time. `command`: what was typed.
std::string traffic_page(const TrafficRun& run, const std::vector<SeenSteps>& instances,
                         const Slo& slo, const std::string& command);

}  // namespace jacquard::serve
