// SPDX-License-Identifier: Apache-2.0
// Standard cells to synthesise into. The noun of configs/libraries.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"

namespace jacquard::synth {

struct CellLibrary {
  std::string name;
  std::string source;
  int node_nm = 0;
  std::string folder;
  std::vector<std::string> tt, ss, ff;  // Liberty files by corner
  std::vector<std::string> not_used;    // cells; * stands for any text
  std::string buffer, buffer_input = "A", buffer_output = "Y";
  std::string driver, driver_output = "Q";
  double load_pf = 0;
  bool restructure = false;
  std::string lef, graywolf;  // files; none: nothing is placed
};

inline constexpr const char* kLibraries = "libraries";
inline constexpr const char* kUsualLibrary = "osu018";
inline constexpr const char* kUsualCorner = "tt";
const config::FieldTable<CellLibrary>& library_fields();

// One corner of a library, as the flow reads it.
struct Cells {
  CellLibrary library;
  std::string corner;
  std::string liberty;               // text of all its files
  std::set<std::string> flip_flops;  // names of cells
  std::string lef, graywolf;         // texts of those files, where layout is asked for
};

// A name of configs/libraries or a path. Its files lie in its folder, which is relative to the
// file's own; else in $JACQUARD_LIBRARIES/NAME. Throws ConfigError naming the first file that is
// not there with the library's source, a corner without files, and a cell or pin that it names and
// that no file has. What the library says of power is read only where it is asked for. With layout
// it throws too where the library has no LEF.
Cells cells_of(const std::string& library, const std::string& corner, bool with_power = false,
               bool with_layout = false);

}  // namespace jacquard::synth
