// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jacquard/schedule/core/core.hpp"
#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// An RTL module of one shape, as the test bench tb/icarus/<module>_bench.sv drives it.
struct Device {
  std::string name;                                     // "ladder"
  std::string module;                                   // "jq_scheduler"
  std::vector<std::pair<std::string, int>> parameters;  // of both the module and its bench

  int parameter(std::string_view parameter_name) const;
  std::string label() const;  // "ladder N=4 B=4 S=2"
};

// Names of the devices, as the vector program takes them.
const std::vector<std::string>& device_names();

struct DeviceOptions {
  int ports = 4;                // N
  int bits = 4;                 // B; not wwfa
  int diagonals_per_clock = 2;  // S of a scheduler
  bool rotate = true;           // wwfa
  int word_bits = 16;           // WIDTH of the crossbar
  int guard_bits = 4;           // GUARD of the crossbar
};

// The device of that name. Throws ConfigError with the nearest name if there is none.
Device make_device(const std::string& name, const DeviceOptions& options);

// The chooser's decision alone, of the cores in `choices` (schedule::CoreShape): its name is none
// of device_names().
Device decision_device(int ports, int bits, int guard_bits, unsigned choices);

// The shell around a scheduler of KIND unit, or ladder of two rows a beat. Its bench checks itself:
// it has no vectors, and its name is none of device_names().
Device shell_device(int kind, int ports, int bits);

// The same with parity, in which bits flip, one after the other; its bench needs no vectors either.
Device parity_device(const schedule::CoreShape& shape);

// Every device at each of these sizes, a scheduler with its bits and diagonals per clock, the
// arbiter with both kinds of priority.
struct Size {
  int ports, bits, diagonals_per_clock;
};
std::vector<Device> devices_of(const std::string& name, const std::vector<Size>& sizes);

// What its golden model answers to `clocks` clocks of stimulus.
Vectors make_vectors(const Device& device, std::uint64_t seed, std::int64_t clocks);

}  // namespace jacquard::tb
