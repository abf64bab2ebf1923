// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// What a folder of training logs holds, checked between all its ranks. Throws ConfigError with the
// first fault.
int show_log(const std::string& folder, const Common& common);

std::vector<report::RowKind> trace_log_rows();

}  // namespace jacquard::cli
