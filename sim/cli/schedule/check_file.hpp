// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/result.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/schedule/options.hpp"

namespace jacquard::cli {

report::Result schedule_result(const ScheduleOptions& o, const Common& common,
                               const schedule::ScheduleConfig& config);

void say_fault(const std::string& source, const std::string& fault);

// Prints the figures of a schedule from a file, and answers whether it holds: an invalid one is no
// error.
bool check_file(const ScheduleOptions& o, const Common& common,
                const schedule::ScheduleConfig& config, const NamedDemand& demand);

}  // namespace jacquard::cli
