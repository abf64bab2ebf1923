// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/scheduler_waves.hpp"

#include <fmt/format.h>

#include "jacquard/rtl/pins.hpp"
#include "jacquard/schedule/core/core_names.hpp"

namespace jacquard::rtl {
namespace {

// As the waveform names a port of that many bits.
std::string port(const std::string& name, int bits) {
  return fmt::format("{}[{}:0]", name, bits - 1);
}

}  // namespace

std::vector<report::WaveGroup> scheduler_waves(const schedule::CoreShape& shape) {
  const int level_bits = port_width(shape.bits);
  return {
      {"clock and reset", {"clk_i", "rst_ni"}},
      {"load the demand, row by row",
       {"load_valid_i", "load_ready_o",
        port("load_row_i", shape.rows_per_clock * shape.ports * shape.bits)}},
      {"control", {"start_i", "abort_i", "busy_o", "done_o", "shifts_o", "parity_error_o"}},
      {"options, read at start",
       {port("guard_i", schedule::kGuardBits), port("top_offset_i", level_bits),
        port("floor_i", level_bits), "fill_i"}},
      {"the schedule, a permutation at a time",
       {"valid_o", "ready_i", port("hold_o", schedule::hold_bits(shape)),
        port("match_o", shape.ports), port("column_o", shape.ports * port_width(shape.ports))}},
  };
}

std::string scheduler_save_file(const schedule::CoreShape& shape, const std::string& waveform) {
  return report::gtkwave_save(waveform, "TOP.jq_scheduler.", scheduler_waves(shape));
}

}  // namespace jacquard::rtl
