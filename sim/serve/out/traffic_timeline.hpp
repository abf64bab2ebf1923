// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/timeline/timeline.hpp"
#include "sim/serve/out/seen_steps.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

// More would make a file that viewers choke on: the first ones are drawn, and otherData tells how
// many there were.
inline constexpr std::size_t kMostSteps = 200'000;    // of all instances
inline constexpr std::size_t kMostRequests = 20'000;  // the first to end

// A group for each instance with its steps, its queue and its cache, and one for requests, each
// with what it waited, its prompt, and its answer.
report::Timeline traffic_timeline(const TrafficRun& run, const std::vector<SeenSteps>& instances);

// "prefill 1", "decode 3", or "instance 2": the i-th of the run.
std::string instance_name(const TrafficRun& run, std::size_t i);

}  // namespace jacquard::serve
