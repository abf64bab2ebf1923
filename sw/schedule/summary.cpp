// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/summary.hpp"

#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/hops/makespan.hpp"

namespace jacquard::schedule {
namespace {

double slot_share(const demand::SlotClock& clock) {
  const double slot = clock.slot_ps();
  return slot / (slot + static_cast<double>(clock.guard.count()));
}

}  // namespace

Summary summarise(const demand::DemandMatrix& demand, const demand::QuantaMatrix& quanta,
                  const Schedule& schedule, int hops) {
  const demand::SlotClock& clock = quanta.clock();
  Summary s;
  s.ports = quanta.ports();
  s.hops = schedule.hops();
  s.family = schedule.family();
  s.permutations = static_cast<std::int64_t>(schedule.permutations());
  s.slots = schedule.slots();
  s.max_line_quanta = quanta.largest_line_sum();
  s.quantum = clock.quantum;
  s.eta = slot_share(clock);
  if (s.slots > 0) {
    const auto slots = static_cast<double>(s.slots);
    s.efficiency = static_cast<double>(s.max_line_quanta) / slots;
    s.efficiency_bytes = static_cast<double>(demand.largest_line_sum().count()) /
                         (slots * static_cast<double>(clock.quantum.count()));
    s.first_permutation_slots = schedule.hold(0);
  }
  const base::Picoseconds holds_and_guards = clock.makespan(s.slots, s.permutations);
  s.makespan = makespan(quanta, schedule);
  s.guard_time = holds_and_guards - clock.holding(s.slots);
  s.forward_time = s.makespan - holds_and_guards;
  s.lower_bound = lower_bound(quanta, hops);
  s.bound = tightest_bound(quanta, hops);

  const Verdict verdict = check(quanta, schedule);
  s.valid = verdict.valid;
  s.fault = verdict.fault;
  s.served_quanta = verdict.served_quanta;
  s.relayed_quanta = verdict.relayed_quanta;
  s.idle_quanta = verdict.idle_quanta;
  s.useless_pairs = verdict.useless_pairs;
  s.stuffed_quanta = s.ports * s.slots - s.served_quanta - s.relayed_quanta - s.idle_quanta;
  return s;
}

}  // namespace jacquard::schedule
