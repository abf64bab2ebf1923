// SPDX-License-Identifier: Apache-2.0
// What a core of jq_scheduler costs, whole or from slices of it.
#pragma once

#include <optional>
#include <string>

#include "jacquard/schedule/core/core.hpp"
#include "sim/synth/synthesise.hpp"

namespace jacquard::synth {

struct CoreCost {
  double area_um2 = 0;
  double clock_ns = 0;
  double hold_slack_ns = 0;
  double worst_slew_ns = 0;
  std::int64_t cells = 0;
  std::int64_t flip_flops = 0;
  bool whole = false;  // else from slices
  std::string critical_path;
  std::vector<PowerPerGhz> powers = {};  // of each workload
  std::optional<PlacedFigures> placed = {};
};

enum class Method { automatic, whole, slices };

// Slices: the core is built with one and with two groups of S diagonals. The difference is what
// every further group costs; the clock is that of the two, which hold every kind of path: within a
// group, from group to group, and the controller's. `automatic` takes slices where they are less
// than half of the array. A shift core is built whole, and so is what has workloads: slices
// decompose no demand.
CoreCost cost_of(const schedule::CoreShape& shape, Method method, const Cells& cells,
                 const std::vector<Workload>& workloads = {});

// The designs that cost_of() would synthesise, to have them made at the same time.
std::vector<Design> designs_of(const schedule::CoreShape& shape, Method method,
                               const std::vector<Workload>& workloads = {});

// What is synthesised whole: the slot arbiter, a diagonal of a ladder, and the crossbar with words
// of `width` bits.
Design slot_arbiter_design(int ports, bool rotate);
Design ladder_diagonal_design(const schedule::CoreShape& shape);
Design crossbar_design(int ports, int width, int hold_bits);
CoreCost cost_of(const Design& design, const Cells& cells);

}  // namespace jacquard::synth
