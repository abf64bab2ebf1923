// SPDX-License-Identifier: Apache-2.0
// What several switches do and carry, as entries that name a start or what they follow. A Schedule
// is the fast form of one switch's entries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

struct ScheduleEntry {
  static constexpr int kGlobal = -1;  // all switches as one crossbar
  enum class Kind {
    data,
    idle,         // the setting is held, and carries nothing
    placeholder,  // kept for traffic that only the run knows; `slots` is the most it may take
  };
  struct Payload {
    std::int64_t transfer = 0;  // whose number the user of the entries gives
    base::Bytes bytes{0};
  };

  int switch_number = kGlobal;
  std::optional<std::int64_t> start_slot;  // nothing: as soon as `after` has ended
  std::vector<int> after;                  // indices of entries
  Matching permutation;                    // column of each row
  std::int64_t slots = 1;
  std::vector<Payload> payload;
  Kind kind = Kind::data;
  std::string demand_class;  // of a placeholder
};

// Where each entry begins: at its start_slot, else when all that it follows have ended, and the
// entry of its switch before it in the list has. Throws ConfigError at "/entries/I" for a hold
// below 1, a permutation that is none, an index of no entry, entries that follow each other in a
// cycle, an entry that starts before what it follows has ended, two entries of one switch at a
// time, global entries beside those of single switches, and slots beyond 64 bits. `source` names
// the entries in errors.
std::vector<std::int64_t> start_slots(const std::vector<ScheduleEntry>& entries,
                                      const std::string& source);

// The settings of a schedule as entries of one switch, the first at slot 0. Payloads are empty.
std::vector<ScheduleEntry> entries_of(const Schedule& schedule,
                                      int switch_number = ScheduleEntry::kGlobal);

// The entries of one switch as a schedule, from slot 0 on; between them nothing is connected.
// Payloads are left out. Throws as start_slots() does, and for permutations of other than `ports`.
Schedule schedule_of(const std::vector<ScheduleEntry>& entries, int ports, int switch_number,
                     const std::string& source);

}  // namespace jacquard::schedule
