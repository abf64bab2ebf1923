// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

std::int64_t guard_quanta(const demand::SlotClock& clock) {
  return std::llround(std::min(clock.guard_in_slots(), static_cast<double>(kMostGuard)));
}

CoreRun run_core(Core& core, const demand::QuantaMatrix& demand, const CoreInputs& options) {
  const int n = core.shape().ports;
  JQ_CHECK(demand.ports() == n, "a demand has as many ports as the core");
  JQ_CHECK(demand.largest_entry() < std::int64_t{1} << core.shape().bits,
           "a demand fits the core's counters");
  CoreRun run{Schedule(n), 0, 0, 0, {}, false};
  CoreInputs in = options;
  in.guard = guard_quanta(demand.clock());
  in.load = true;
  in.ready = true;
  in.row.resize(static_cast<std::size_t>(n));
  for (int row = 0; row < n;) {
    for (int column = 0; column < n; ++column) {
      base::at(in.row, column) = static_cast<std::uint32_t>(demand.at(row, column));
    }
    row += core.step(in).load_ready ? 1 : 0;
    ++run.load_cycles;
  }
  in.load = false;
  in.start = true;
  core.step(in);
  in.start = false;
  for (;;) {
    const CoreOutputs& out = core.step(in);
    ++run.cycles;
    if (out.done) {
      run.shifts = out.shifts;
      return run;
    }
    if (!out.valid) continue;
    if (run.first_permutation_cycles == 0) run.first_permutation_cycles = run.cycles;
    run.shown_cycles.push_back(run.cycles);
    run.schedule.append(out.columns, out.hold);
  }
}

}  // namespace jacquard::schedule
