// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/decision_time.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/schedule/core/check_core.hpp"

namespace jacquard::synth {
namespace {

// Counts of so many bits, the first lowest.
std::string hexadecimal(const std::vector<std::uint32_t>& counts, int bits) {
  std::vector<bool> all;
  for (const std::uint32_t count : counts) {
    for (int b = 0; b < bits; ++b) all.push_back((count >> b & 1) != 0);
  }
  all.resize((all.size() + 3) / 4 * 4);
  std::string text;
  for (std::size_t at = all.size(); at > 0; at -= 4) {
    const int digit = all[at - 1] * 8 + all[at - 2] * 4 + all[at - 3] * 2 + all[at - 4];
    text += fmt::format("{:x}", digit);
  }
  return text;
}

}  // namespace

Workload workload_of(const schedule::CoreShape& shape, const verify::Cases& cases, int top_offset) {
  const auto core = schedule::make_golden_core(shape);
  schedule::CoreInputs in;
  in.top_offset = top_offset;
  Workload workload;
  workload.loads = shape.ports / shape.rows_per_clock;
  workload.row_bits = shape.rows_per_clock * shape.ports * shape.bits;
  workload.top_offset = top_offset;
  for (std::int64_t index = 0; index < std::min(cases.count, kMostPowerMatrices); ++index) {
    const demand::QuantaMatrix demand =
        verify::demand_of_case(cases, index, shape.ports, shape.bits);
    workload.guard = static_cast<int>(schedule::guard_quanta(demand.clock()));
    for (int row = 0; row < shape.ports; row += shape.rows_per_clock) {
      put_rows(shape, demand, row, in);
      workload.rows.push_back(hexadecimal(in.row, shape.bits));
    }
    workload.cycles.push_back(run_core(*core, demand, in).cycles);
  }
  return workload;
}

Decision decide(const schedule::CoreShape& shape, const verify::Cases& cases, int top_offset) {
  const auto core = schedule::make_golden_core(shape);
  schedule::CoreInputs options;
  options.top_offset = top_offset;
  Decision decision;
  for (std::int64_t index = 0; index < cases.count; ++index) {
    const demand::QuantaMatrix demand =
        verify::demand_of_case(cases, index, shape.ports, shape.bits);
    const schedule::CoreRun run = run_core(*core, demand, options);
    decision.load_cycles = run.load_cycles;
    decision.cycles_mean += static_cast<double>(run.cycles);
    const auto slots = static_cast<double>(run.schedule.slots());
    const auto load = static_cast<double>(seen_by(run, demand).largest_line_sum());
    decision.efficiency_mean += slots > 0 ? load / slots : 1.0;
  }
  const double count = static_cast<double>(cases.count);
  decision.cycles_mean /= count;
  decision.efficiency_mean /= count;
  return decision;
}

}  // namespace jacquard::synth
