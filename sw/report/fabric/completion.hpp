// SPDX-License-Identifier: Apache-2.0
// How long each fabric took, as sections of a page (HTML).
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

// Names of the fabrics in the order in which the report first names them: one colour each.
std::vector<std::string> fabric_names(const FabricReport& report);

// Per traffic, the mean completion of each fabric against the swept key; "" where nothing is swept.
std::string sweep_section(const FabricReport& report);

// Mean completions as bars, and where fabrics took several matrices the distribution of completion,
// for each traffic and point: at most kMostCharts of them, and the page says so.
inline constexpr int kMostCharts = 12;
std::string completion_section(const FabricReport& report);

// The distribution of the flows' completion times in the runs shown; "" where they have no flows.
std::string flow_section(const FabricReport& report);

}  // namespace jacquard::report
