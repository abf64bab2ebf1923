// SPDX-License-Identifier: Apache-2.0
// What a Liberty library says of power: energies of a pin's edges, leakage, and what pins load.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::synth {

// Energies over the slew of an input and the load of an output; a library may have one value, or
// one axis only.
struct EnergyTable {
  std::vector<double> slews_ns, loads_pf;  // ascending; an empty one has no say
  std::vector<double> pj;                  // slews outside, loads inside

  // Linear between the points, and as at the last one beyond.
  double at(double slew_ns, double load_pf) const;
};

struct EdgeEnergy {
  std::vector<std::string> related;  // inputs whose edges cause the pin's; none: the pin's own
  EnergyTable rise, fall;
};

struct PinPower {
  bool is_output = false;
  double capacitance_pf = 0;
  std::vector<EdgeEnergy> edges;
};

struct CellPower {
  bool is_register = false;
  std::optional<double> leakage_mw;  // a mean over states where the library has no other
  std::map<std::string, PinPower> pins;
  // Whether any of its pins has an energy. Without, it is not known what the cell takes inside.
  bool has_energies() const;
};

struct LibraryPower {
  std::optional<double> volts;
  std::map<std::string, CellPower> cells;
};

// Of a text by join_liberty(). Energies from ground pins are left out: a supply's cover them.
// Throws ConfigError for a table or a unit that cannot be read.
LibraryPower library_power(const std::string& liberty);

}  // namespace jacquard::synth
