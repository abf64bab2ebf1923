// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::synth {

// Standard cells to synthesise into. Times are in ns, areas in um2.
struct CellLibrary {
  std::string name;
  std::string liberty;    // path
  std::string buffer;     // the cell that splits large fan-outs, with pins A and Y
  std::string flip_flop;  // what is assumed to drive the inputs, from pin Q
  double output_load_pf = 0.05;
};

// The OSU 180 nm cells of the Debian package qflow-tech-osu018; $JACQUARD_LIBERTY names another
// place for the same file. Throws ConfigError naming the package if it is not there.
CellLibrary osu180();

}  // namespace jacquard::synth
