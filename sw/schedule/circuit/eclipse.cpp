// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/hold_search.hpp"
#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/circuit/wide_hold_search.hpp"
#include "jacquard/schedule/circuit/window.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kFullSearch = 256;  // ports, up to which every hold that may be best is tried

template <class Search>
Schedule in_windows(const demand::QuantaMatrix& demand, const SchedulerOptions& options,
                    std::int64_t (Search::*search)(std::int64_t longest)) {
  const double delta = demand.clock().guard_in_slots();
  Residue residue(demand);
  Schedule schedule(demand.ports());
  check_window(residue, delta, options);
  if (residue.empty()) return schedule;
  Search step(residue, delta);
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
  using Small = WideHoldSearch<std::int16_t>;
  using Medium = WideHoldSearch<std::int32_t>;
  using Large = WideHoldSearch<std::int64_t>;
  const int ports = demand.ports();
  const std::int64_t largest = demand.largest_entry();
  if (ports <= kFullSearch || !Large::fits(ports, largest)) {
    return in_windows(demand, options, &HoldSearch::full);
  }
  if (Small::fits(ports, largest)) return in_windows(demand, options, &Small::full);
  if (Medium::fits(ports, largest)) return in_windows(demand, options, &Medium::full);
  return in_windows(demand, options, &Large::full);
}

Schedule eclipse_coarse(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return in_windows(demand, options, &HoldSearch::coarse);
}

}  // namespace jacquard::schedule
