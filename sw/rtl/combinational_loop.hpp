// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/rtl/model_cache.hpp"

namespace jacquard::rtl {

// Throws ConfigError if the RTL has a combinational loop. `said` is what Verilator printed:
// Verilator suspects a loop (UNOPTFLAT) wherever a whole vector depends on itself, also where no
// bit does. So Yosys is asked bit by bit, if Yosys is installed and reads the RTL. Otherwise a loop
// that does not settle stops the model when it runs. `folder` holds the design's text as design.sv.
void refuse_loops(const ModelSpec& spec, const std::string& said, const std::string& folder);

// The parameters that "-GNAME=VALUE" words set.
std::vector<std::pair<std::string, std::string>> top_parameters(const ModelSpec& spec);

// What makes Yosys read design.sv and give the top module its parameters.
std::string yosys_reads(const ModelSpec& spec);

}  // namespace jacquard::rtl
