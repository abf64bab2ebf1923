// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/memory/memory_config.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {

// What a memory can reach at most, in closed form: a row of kind "memory_bounds". Throws
// ConfigError below `place` if its keys do not fit each other.
std::vector<report::Printed> memory_rows(const memory::MemoryConfig& config,
                                         const config::Place& place);
report::RowKind memory_row_kind();

}  // namespace jacquard::cli
