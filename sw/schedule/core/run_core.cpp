// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::schedule {

std::int64_t guard_quanta(const demand::SlotClock& clock) {
  return std::llround(std::min(clock.guard_in_slots(), static_cast<double>(kMostGuard)));
}

void put_rows(const CoreShape& shape, const demand::QuantaMatrix& demand, int row, CoreInputs& in) {
  in.row.clear();
  for (int r = 0; r < shape.rows_per_clock; ++r) {
    const auto counts = demand.row(row + r);
    in.row.insert(in.row.end(), counts.begin(), counts.end());
  }
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
  for (int row = 0; row < n;) {
    put_rows(core.shape(), demand, row, in);
    row += core.step(in).load_ready ? core.shape().rows_per_clock : 0;
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
