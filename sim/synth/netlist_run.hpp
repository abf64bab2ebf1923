// SPDX-License-Identifier: Apache-2.0
// A scheduler's netlist at work in Icarus: what every net does while demands are decomposed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/synth/power.hpp"

namespace jacquard::synth {

// Demands for a jq_scheduler, one after the other, its reader always ready.
struct Workload {
  std::string label;
  std::vector<std::string> rows;  // what load_row_i takes, clock by clock, in hexadecimal
  int loads = 0;                  // of a demand
  int row_bits = 0;
  int guard = 0, top_offset = 0;
  std::vector<std::int64_t> cycles;  // from start to done of each, as the golden model has it
};

// Writes what each cell does, from the functions of `liberty`. Flip-flops start at X, or with the
// define START=number from random bits. Both are files of `folder`.
void write_cell_models(const std::string& folder, const std::string& liberty,
                       const std::string& models);

// Values settle at once: each net toggles at most once a clock, and nobody sees a glitch. Needs the
// library in `folder` as cells.lib. Throws ConfigError if a decision takes other clocks than the
// golden model's.
// The clocks are those from the first row to the last done.
Activity run_netlist(const Netlist& netlist, const Workload& workload, const std::string& folder);

}  // namespace jacquard::synth
