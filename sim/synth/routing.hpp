// SPDX-License-Identifier: Apache-2.0
// Wires between placed cells, by qrouter.
#pragma once

#include <map>
#include <string>

#include "sim/synth/placement.hpp"

namespace jacquard::synth {

// Length of a net's wires on each layer, in um.
using WireLengths = std::map<std::string, double>;

// By net. `lef` is that of the file `lef_path`. Throws ConfigError if nets are left without a
// route.
std::map<int, WireLengths> route(const Netlist& netlist, const Placement& placement, const Lef& lef,
                                 const std::string& lef_path, const std::string& folder);

// Of a routed DEF, whose nets are called n and their number.
std::map<int, WireLengths> wire_lengths(const std::string& def);

}  // namespace jacquard::synth
