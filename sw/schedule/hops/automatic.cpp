// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/automatic.hpp"

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

constexpr double kMostOfExact = 1;  // slots of guard, beyond which its many settings do not pay

}  // namespace

Schedule automatic(const QuantaMatrix& demand, const SchedulerOptions& options) {
  SchedulerOptions any = options;
  any.shape = "auto";
  Schedule best = shifts(demand, any);
  base::Picoseconds least = makespan(demand, best);
  if (lower_bound(demand, 1) > least) return best;
  for (Schedule (*direct)(const QuantaMatrix&, const SchedulerOptions&) :
       {exact, ladder, holds_first}) {
    if (direct == exact && demand.clock().guard_in_slots() > kMostOfExact) continue;
    Schedule schedule = direct(demand, options);
    const base::Picoseconds time = makespan(demand, schedule);
    if (time > least) continue;
    best = std::move(schedule);
    least = time;
  }
  return best;
}

}  // namespace jacquard::schedule
