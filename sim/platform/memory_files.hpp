// SPDX-License-Identifier: Apache-2.0
// What an experiment on a memory writes with --out.
#pragma once

#include <string>
#include <vector>

#include "systemc/memory/player.hpp"

namespace jacquard::platform {

// index, address, bytes, direction, at_ps, done_ps, latency_ps of each access.
std::string latencies_csv(const std::vector<systemc::Played>& played);

}  // namespace jacquard::platform
