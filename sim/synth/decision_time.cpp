// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/decision_time.hpp"

#include "jacquard/schedule/core/check_core.hpp"

namespace jacquard::synth {

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
