// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::cli {

// What a system's network comes to: a row per dimension (row_kind "dimension"), and one in all
// ("network") with NPUs, links and cost. Costs are null where something has no price; a graph's
// file has no dimensions and no price. Throws ConfigError if the network's keys do not fit each
// other, or algorithms are given for another number of dimensions.
std::vector<report::Printed> system_rows(const topology::System& system);
std::vector<report::RowKind> system_row_kinds();

}  // namespace jacquard::cli
