// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vectors/device.hpp"

namespace jacquard::tb {

// How hard the mapper works. It may lean on a net that is sometimes X where the RTL would not (x ^
// x is 0 in silicon and X in a simulator), the harder it works, the more.
enum class Mapping { plain, optimised };

inline constexpr const char* kLiberty = "cells.lib";  // in the folder given, as the others
inline constexpr const char* kCells = "cells.v";
inline constexpr const char* kNetlist = "netlist.v";

// Writes what each cell does, from the functions the liberty file states, which the mapping relies
// on. Flip-flops start at X, or with the define START=number from random bits.
void write_cell_models(const std::string& folder);

// Writes the netlist of `device`. Synchronous resets are gated after all else has been mapped, as
// synthesis tools do when asked to, so that a reset never depends on what it resets.
void synthesise(const std::string& folder, const Device& device,
                const std::vector<std::string>& rtl, Mapping mapping);

struct NetlistSize {
  std::int64_t cells = 0;
  std::int64_t flip_flops = 0;
};
NetlistSize size_of(const std::string& netlist);

// Places in a netlist where the name of `cell` stands.
std::vector<std::size_t> instances(const std::string& netlist, const std::string& cell);

}  // namespace jacquard::tb
