// SPDX-License-Identifier: Apache-2.0
// One module through Yosys, ABC and OpenSTA.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/synth/cell_library.hpp"
#include "sim/synth/netlist_run.hpp"
#include "sim/synth/power.hpp"

namespace jacquard::synth {

struct Design {
  std::string top;
  std::vector<std::string> sources;  // SystemVerilog files
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string clock = "clk_i";
  std::string text = {};                 // instead of files: a user's, preprocessed
  std::vector<Workload> workloads = {};  // whose power is asked for; of a scheduler
  bool placed = false;                   // and routed, too
};

// A design placed and routed, with the cells that it had without wires.
struct PlacedFigures {
  double clock_ns = 0;     // with the wires' capacitances
  double core_um2 = 0;     // of the rows
  double utilisation = 0;  // cells of them
  double wire_um = 0, wire_pf = 0;
};

// What came out. No wires, but of what is placed: cell delays and pin loads only.
struct Synthesis {
  double area_um2 = 0;
  double clock_ns = 0;       // shortest period: register to register, set-up included, and from
                             // inputs and to outputs as if registers were there
  double hold_slack_ns = 0;  // least, with an ideal clock; below 0 a path is too fast
  double worst_slew_ns = 0;  // of any pin
  std::int64_t cells = 0;
  std::int64_t flip_flops = 0;
  std::int64_t buffers = 0;              // of them, for fan-out of registers and inputs
  std::string critical_path;             // OpenSTA's report of it
  std::vector<PowerPerGhz> powers = {};  // of each workload
  std::optional<PlacedFigures> placed = {};
};

// Hears of steps that are done, kSteps for each design: mapped, written, timed. It may be called by
// several threads.
using OnSteps = std::function<void(int steps)>;
inline constexpr int kSteps = 3;

// Flattened, mapped, buffered and timed. Kept in the cache by a hash of the RTL, the parameters,
// the library, the flow and the tools' versions. Minutes for large designs: a first run says so on
// stderr. Throws ConfigError if a tool is missing or refuses, with its own first error line.
Synthesis synthesise(
    const Design& design, const Cells& cells, const OnSteps& on_steps = [](int) {});

}  // namespace jacquard::synth
