// SPDX-License-Identifier: Apache-2.0
// Power of a netlist from what its nets do. No wires and no clock tree, as of its timing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/synth/energies.hpp"
#include "sim/synth/netlist.hpp"

namespace jacquard::synth {

// At one toggle rate a clock. What the library does not say is not known, and neither is the sum.
struct PowerPerGhz {
  std::optional<double> internal_pj;   // a clock: inside the cells
  std::optional<double> switching_pj;  // to charge pins: V^2 C / 2 for each toggle of a net
  std::optional<double> clock_pj;      // of both: the clock's net, and registers' clock pins
  std::optional<double> leakage_mw;
  std::string unknown;  // what the library lacks, and of which cell first; "" if nothing
};

struct Activity {
  std::int64_t clocks = 0;
  std::map<int, std::int64_t> toggles;  // by net
};

// An edge of an output takes the mean energy of the inputs that may cause it, by how often each
// toggles. One of an input takes its own where no output follows. `slew_ns` is of each net; `clock`
// is its net, `load_pf` what each output drives.
PowerPerGhz power_of(const Netlist& netlist, const LibraryPower& library, const Activity& activity,
                     const std::map<int, double>& slew_ns, int clock, double load_pf);

}  // namespace jacquard::synth
