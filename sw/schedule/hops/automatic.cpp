// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/automatic.hpp"

#include <optional>
#include <utility>

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/schedule/core/ladder_bound.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

constexpr double kMostOfExact = 1;  // slots of guard, beyond which its many settings do not pay

}  // namespace

// The shifts are made only where their bounds do not decide: what they wait for is known no sooner.
Schedule automatic(const QuantaMatrix& demand, const SchedulerOptions& options) {
  const ChosenShape chosen = shortest_shape(demand);
  const base::Picoseconds bound = lower_bound(demand, 1);
  std::optional<Schedule> relayed;
  base::Picoseconds relayed_time{0};
  const auto make_shifts = [&] {
    if (relayed) return;
    relayed = shift_schedule(demand, chosen.shape);
    relayed_time = makespan(demand, *relayed);
  };
  if (bound > chosen.time.least) {
    make_shifts();
    if (bound > relayed_time) return *std::move(relayed);
  }
  // Of equal ones holds_first, then ladder.
  Schedule best = holds_first(demand, options);
  base::Picoseconds least = makespan(demand, best);
  const auto consider = [&](Schedule schedule) {
    const base::Picoseconds time = makespan(demand, schedule);
    if (time >= least) return;
    best = std::move(schedule);
    least = time;
  };
  if (ladder_may_take_less(demand, options, least)) consider(ladder(demand, options));
  if (demand.clock().guard_in_slots() <= kMostOfExact) consider(exact(demand, options));
  if (least <= chosen.time.least) return best;
  make_shifts();
  if (relayed_time < least) return *std::move(relayed);
  return best;
}

}  // namespace jacquard::schedule
