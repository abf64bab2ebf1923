// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/port_time.hpp"

#include "jacquard/base/at.hpp"
#include "jacquard/report/stack/circuits.hpp"

namespace jacquard::report {
namespace {

using base::Picoseconds;
using base::Seconds;

// Of one port of an actor that sends.
PortTime of_one(const stack::Placed& p, const stack::SlotClock& clock) {
  const bool joins = p.lead.count() > 0;  // its first slot is another call's
  const std::int64_t slots = p.end() - p.start - (joins ? 1 : 0);
  PortTime time;
  time.slots = to_seconds(base::times(clock.slot, slots));
  time.data = to_seconds(base::times(base::transfer_time(p.bytes, clock.rate), p.repetitions));
  if (clock.sync == stack::Sync::per_slot) {
    time.guard = to_seconds(base::times(clock.guard, slots));
    time.flight = to_seconds(base::times(clock.flight, slots));
  } else if (!p.held && !joins) {
    time.guard = to_seconds(clock.guard);
  }
  time.unfilled = time.slots - time.data - time.guard - time.flight;
  return time;
}

void add(PortTime& sum, const PortTime& one, double ports) {
  sum.slots += Seconds{one.slots.count() * ports};
  sum.data += Seconds{one.data.count() * ports};
  sum.guard += Seconds{one.guard.count() * ports};
  sum.flight += Seconds{one.flight.count() * ports};
  sum.unfilled += Seconds{one.unfilled.count() * ports};
}

}  // namespace

PortTime PortTimes::sum() const {
  PortTime total;
  for (const PortTime& label : labels) add(total, label, 1);
  return total;
}

double PortTimes::slot_efficiency() const {
  const PortTime total = sum();
  return total.slots.count() > 0 ? total.data / total.slots : 1;
}

PortTimes port_times(const stack::Stack& stack, const stack::Routes& routes) {
  const stack::Plan& plan = stack.plan;
  std::vector<double> ranks(plan.actors.size(), 0);
  for (const int actor : plan.actor_of) base::at(ranks, actor) += 1;
  const std::vector<CircuitCount> circuits = count_circuits(plan, routes);
  PortTimes times;
  for (const std::string& label : plan.labels) times.labels.emplace_back().label = label;
  for (const stack::Placed& p : stack.timeline.placed) {
    const int pattern = base::at(plan.pattern_of_round, p.round);
    const auto ports = static_cast<double>(base::at(circuits, routes.setting(pattern, p.part)).all);
    const int label = plan.template_of(base::at(plan.calls, p.call)).label;
    add(base::at(times.labels, label), of_one(p, stack.clock), ports);
  }
  for (const stack::Reserved& r : stack.timeline.reserved) {
    double ports = 0;
    for (const stack::Side& side : plan.sides_of(base::at(plan.calls, r.call))) {
      ports += base::at(ranks, side.actor);
    }
    times.reserved += Seconds{to_seconds(base::times(stack.clock.slot, r.slots)).count() * ports};
  }
  times.ports = std::int64_t{plan.ranks} * stack.fabric.channels;
  times.all = Seconds{to_seconds(stack.timeline.step).count() * static_cast<double>(times.ports)};
  times.idle = times.all - times.sum().slots - times.reserved;
  return times;
}

}  // namespace jacquard::report
