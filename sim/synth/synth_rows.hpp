// SPDX-License-Identifier: Apache-2.0
// What a core costs, and how long it decides: the rows of `jacquard synth` (docs/cores.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/result.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "sim/synth/core_cost.hpp"

namespace jacquard::synth {

struct SynthOptions {
  std::string core = "ladder";
  int ports = 64;
  int bits = 8;
  // None: 1, 2, 4, 8; choose: 4, as each has a few core too. Not of shift and few.
  std::vector<int> diagonals_per_clock;
  std::string shape = "auto";  // of shift and choose
  std::vector<std::string> demand_classes{"moe"};
  std::int64_t matrices = 20;
  int top_offset = 1;
  bool descend = false;    // ladder
  int rows_per_clock = 1;  // ladder
  bool parity = false;     // unit, ladder, minhold
  bool whole = false;
  bool power = false;   // of a core that decomposes demands, built whole
  bool placed = false;  // and routed; of a ladder a diagonal
  std::uint64_t seed = 1;
  int threads = 0;

  bool is_placed_diagonal() const { return placed && core == "ladder"; }
  // The core that decomposes demands, if it does.
  std::optional<schedule::CoreKind> kind() const { return schedule::core_named(core); }
  bool has_diagonals() const { return kind() && schedule::has_diagonals(*kind()); }
  bool has_digits() const { return kind() && schedule::has_digits(*kind()); }
};

// Hears of each row, and of each design's cost with the name of its files.
struct SynthSink {
  std::function<void(report::Printed)> row;
  std::function<void(const std::string& name, const CoreCost&)> cost;
};

// Synthesises what is asked for, as many designs at a time as there are threads. Throws ConfigError
// as synthesise() does.
void synthesise_rows(const SynthOptions& options, const Cells& cells, const SynthSink& sink);

// The row of a design of the user's.
void synthesise_row(const Design& design, const Cells& cells, const SynthSink& sink);

std::vector<report::RowKind> synth_rows();

// Decision time against diagonals per clock, of a result's rows, as SVG.
std::string synth_picture(const SynthOptions& options, const report::Result& result);

}  // namespace jacquard::synth
