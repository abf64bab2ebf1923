// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/hold_search.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/circuit/window.hpp"

namespace jacquard::schedule {
namespace {

using Search = std::int64_t (HoldSearch::*)(std::int64_t longest);

Schedule in_windows(const demand::QuantaMatrix& demand, const SchedulerOptions& options,
                    Search search) {
  const double delta = demand.clock().guard_in_slots();
  Residue residue(demand);
  check_window(residue, delta, options);
  HoldSearch step(residue, delta);
  Schedule schedule(demand.ports());
  while (!residue.empty()) {
    double room = window_slots(residue, delta, options);
    // Half a slot of tolerance: a window of exactly a guard and a slot must not round to nothing.
    while (!residue.empty() && room - delta > 0.5) {
      const auto longest = std::max<std::int64_t>(1, static_cast<std::int64_t>(room - delta));
      const std::int64_t hold = (step.*search)(longest);
      room -= delta + static_cast<double>(residue.serve(step.columns(), hold, schedule));
    }
  }
  return schedule;
}

}  // namespace

Schedule eclipse(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return in_windows(demand, options, &HoldSearch::full);
}

Schedule eclipse_coarse(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return in_windows(demand, options, &HoldSearch::coarse);
}

}  // namespace jacquard::schedule
