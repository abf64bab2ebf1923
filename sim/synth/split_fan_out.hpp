// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/synth/cell_library.hpp"

namespace jacquard::synth {

// ABC buffers the nets its own gates drive, and takes flip-flops and inputs as ideal sources. Here
// their nets are split: in `netlist` (as Yosys' write_json gives it, cells with port directions)
// every net of module `top` that drives more than `most` cell pins and outputs gets a balanced tree
// of the library's buffers. The net of input port `clock` is left alone. Returns the cells added.
int split_fan_out(nlohmann::json& netlist, const std::string& top, const CellLibrary& library,
                  const std::string& clock, int most);

}  // namespace jacquard::synth
