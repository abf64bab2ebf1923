// SPDX-License-Identifier: Apache-2.0
// A product as it ran: in time, and as Chakra traces.
#pragma once

#include <string>

#include "jacquard/report/timeline/timeline.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::gemm {

// Chip 0's cores and links of each direction as lanes; slices, places and copies, which take no
// time, are left out. `intervals` are of each operation of the program.
report::Timeline timeline(const Program& program, const std::vector<engine::Interval>& intervals);

// Writes PREFIX.<chip>.et and groups.json into `folder`, which is new or empty: the program as
// `jacquard trace` and other readers of Chakra take it. Launches and protocols are not in them.
// Throws ConfigError for what Chakra cannot say (a permutation, a reduction to one chip).
void write_traces(const RunConfig& config, const std::string& folder);

}  // namespace jacquard::gemm
