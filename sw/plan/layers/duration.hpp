// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/config/place.hpp"

namespace jacquard::planner {

inline constexpr double kSecondsOfHour = 3600;
inline constexpr double kSecondsOfDay = 86400;

// Seconds of a time of people: "20 days", "1.5 hours", "3 weeks", "90 min", "30 s". Picoseconds
// end at 106 days, which trainings outlast. Throws ConfigError at `place` for other text, and for
// what is not above 0.
double seconds_of(const std::string& text, const config::Place& place);

}  // namespace jacquard::planner
