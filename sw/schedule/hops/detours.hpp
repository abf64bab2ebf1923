// SPDX-License-Identifier: Apache-2.0
// Detours for hot pairs: a setting is held for its fullest circuit. What that has beyond the others
// goes over a third port, by circuits that idle in two other settings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

struct RelaySetting {
  Matching columns;  // with circuits that carry nothing yet
  std::int64_t hold;
  std::vector<Relay> relays;
};

// Lowers holds, never raises one, and moves what circuits carry accordingly. No relay may send on
// what another of these settings brings, so that all can go in any of them. A detour's second
// setting is so much later than its first that it need not wait for SlotClock::forward, as far as
// can be told before. Returns whether there are detours. A lowering tries every other setting for
// each circuit beyond the new hold.
bool add_detours(std::vector<RelaySetting>& settings, const demand::SlotClock& clock);

// These settings, without those that are not held, and circuits that carry nothing.
Schedule schedule_of(const std::vector<RelaySetting>& settings, int ports, int hops,
                     std::string family);

// The settings of a direct schedule with what they carry, spread.
Schedule spread_direct(const demand::QuantaMatrix& demand, const Schedule& direct);

}  // namespace jacquard::schedule
