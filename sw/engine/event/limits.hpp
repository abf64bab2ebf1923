// SPDX-License-Identifier: Apache-2.0
// What keeps times within 64 bits of picoseconds.
#pragma once

#include "jacquard/engine/event/plan.hpp"

namespace jacquard::engine {

// The loop ends with throw_late() when an instant, or the time for which a link is taken, is later.
inline constexpr double kLongestRun = 4e18;  // 46 days
// What one message adds to a time: the latencies of its way, serialisation, delays at both ends.
inline constexpr double kLongestStep = 2e18;
inline constexpr double kMostCarried = 8e18;  // bytes, by all links

// Throws ConfigError where a step could take longer, an NPU starts later, or links carry more.
void require_within_limits(const Scenario& scenario, const Wiring& wiring, const Plan& plan);

[[noreturn]] void throw_late(const Origin& origin = {});

}  // namespace jacquard::engine
