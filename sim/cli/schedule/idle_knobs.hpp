// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/schedule/options.hpp"

namespace jacquard::cli {

// Throws ConfigError for a knob that was given, as an option or by --set, though nothing reads it.
void refuse_idle_knobs(const ScheduleOptions& o, const GivenOptions& given, const Common& common,
                       const std::vector<const schedule::Scheduler*>& chosen);

}  // namespace jacquard::cli
