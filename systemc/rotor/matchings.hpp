// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/schedule/schedule.hpp"
#include "systemc/rotor/rotor_config.hpp"

namespace jacquard::systemc {

inline constexpr int kMostRandomPorts = 512;

// Matchings that together connect each port with each other once, and with itself if asked.
// Requires at most kMostRandomPorts ports where they are random.
std::vector<schedule::Matching> rotor_matchings(Matchings kind, int ports, bool with_self,
                                                std::uint64_t seed);

// The cycle of each switch: matchings in turn, and an idle one where there are too few.
std::vector<std::vector<schedule::Matching>> dealt_out(
    const std::vector<schedule::Matching>& matchings, int switches);

}  // namespace jacquard::systemc
