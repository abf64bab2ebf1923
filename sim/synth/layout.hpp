// SPDX-License-Identifier: Apache-2.0
// A mapped module placed and routed: what its wires are.
#pragma once

#include <map>
#include <string>

#include "sim/synth/cell_library.hpp"
#include "sim/synth/netlist.hpp"

namespace jacquard::synth {

struct Layout {
  double core_um2 = 0;            // of the rows
  double utilisation = 0;         // cells of them
  double wire_um = 0;             // of all nets
  std::map<int, double> wire_pf;  // of each net: length by the layer's capacitance
};

// By graywolf and qrouter, in `folder`. Throws ConfigError as place() and route() do.
Layout lay_out(const Netlist& netlist, const Cells& cells, const std::string& folder);

}  // namespace jacquard::synth
