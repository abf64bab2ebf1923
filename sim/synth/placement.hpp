// SPDX-License-Identifier: Apache-2.0
// Cells in rows, by graywolf.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "sim/synth/lef.hpp"
#include "sim/synth/netlist.hpp"

namespace jacquard::synth {

inline constexpr int kPerMicron = 100;  // graywolf's unit of length, and that of the DEF
inline int in_units(double um) { return static_cast<int>(std::lround(um * kPerMicron)); }

// What graywolf and qrouter call the design, and their files.
inline constexpr const char* kPlacedName = "device";

struct PlacedCell {
  int x = 0, y = 0;         // of its lower left corner; the rows begin at 0, 0
  std::string orientation;  // as DEF has it
};

// Where a port's net leaves the block.
struct PlacedPort {
  int net = 0;
  int x = 0, y = 0;
  bool at_side = false;  // left or right, else above or below
};

struct Placement {
  std::vector<PlacedCell> cells;  // in the netlist's order
  std::vector<PlacedPort> ports;
  int width = 0, height = 0;  // of the rows
};

// `parameters` is graywolf's .par file. Throws ConfigError with the placer's last line if it fails.
Placement place(const Netlist& netlist, const Lef& lef, const std::string& parameters,
                const std::string& folder);

}  // namespace jacquard::synth
