// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/begun_with.hpp"

#include "jacquard/schedule/hops/makespan.hpp"

namespace jacquard::schedule {
namespace {

void append(const SettingCursor& setting, const Schedule& of, Schedule& schedule) {
  schedule.append(setting.columns(), setting.hold());
  for (const Relay& relay : of.relays(setting.entry())) schedule.relay(relay);
}

}  // namespace

Schedule begun_with(const Connected& connected, const demand::QuantaMatrix& demand,
                    const Schedule& schedule) {
  const std::vector<int> sends_on = sends_on_of(demand, schedule);
  SettingCursor first(schedule);
  while (!first.done() &&
         !(sends_on[first.entry()] == kNothing && connected.has(first.columns()))) {
    first.next();
  }
  if (first.done()) return schedule;
  Schedule ordered(schedule.ports(), schedule.hops());
  ordered.set_family(schedule.family());
  append(first, schedule, ordered);
  for (SettingCursor s(schedule); !s.done(); s.next()) {
    if (s.entry() != first.entry()) append(s, schedule, ordered);
  }
  return ordered;
}

}  // namespace jacquard::schedule
