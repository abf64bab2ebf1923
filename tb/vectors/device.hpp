// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vectors/vector_text.hpp"

namespace jacquard::tb {

// An RTL module of one shape, as the test bench tb/icarus/<module>_bench.sv drives it.
struct Device {
  std::string name;                                     // "unit", "ladder", "wwfa"
  std::string module;                                   // "jq_scheduler"
  std::vector<std::pair<std::string, int>> parameters;  // of both the module and its bench

  int parameter(std::string_view parameter_name) const;
  std::string label() const;  // "ladder N=4 B=4 S=2"
};

// Names of the devices, as the vector program takes them.
const std::vector<std::string>& device_names();

// The device of that name; `bits` and `diagonals_per_clock` are for schedulers, `rotate` for wwfa.
// Throws ConfigError with the nearest name if there is none.
struct DeviceOptions {
  int ports = 4;
  int bits = 4;
  int diagonals_per_clock = 2;
  bool rotate = true;
};
Device make_device(const std::string& name, const DeviceOptions& options);

// What its golden model answers to `clocks` clocks of stimulus.
Vectors make_vectors(const Device& device, std::uint64_t seed, std::int64_t clocks);

}  // namespace jacquard::tb
