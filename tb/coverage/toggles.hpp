// SPDX-License-Identifier: Apache-2.0
// What every bit of a device did, from a waveform (VCD): Verilator's own toggle coverage passes
// over what is declared in generate blocks, which is where most of the state of this RTL is.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace jacquard::tb {

struct BitToggles {
  bool rose = false;
  bool fell = false;
  bool last = false;  // its value at the end
};

struct SignalToggles {
  std::string name;              // below the instance asked for, scopes joined by dots
  std::vector<BitToggles> bits;  // lowest first
};

// Every signal of the first instance named `instance`, in the order of the waveform. Throws
// ConfigError where that is no VCD of a two-valued simulator, or has no such instance.
std::vector<SignalToggles> read_toggles(std::istream& vcd, const std::string& instance);

}  // namespace jacquard::tb
