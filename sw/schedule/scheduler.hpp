// SPDX-License-Identifier: Apache-2.0
// The table of schedulers: one row per name, explicit, in the order users see.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Knobs of all schedulers; each reads only its own (its summary says which). 0 means "the default
// that the scheduler documents".
struct SchedulerOptions {
  int top_offset = 1;           // ladder: start this many levels below the largest entry's
  int floor = 0;                // ladder: lowest level, holds are 2^floor at least
  bool fill = true;             // ladder: second lap that serves what is left free
  bool descend = false;         // ladder: the second lap of an empty wave serves the next level
  int diagonals_per_clock = 4;  // unit, ladder: S of the core (decides which waves overlap)
  int matchings = 0;            // greedy-max-weight: at most this many matchings
  std::int64_t window = 0;      // tms, eclipse, eclipse-coarse: slots scheduled at a time
  std::int64_t hold = 0;        // round-robin, round-robin-vlb: slots per setting
  int iterations = 0;           // islip, qps: rounds of request, grant, accept per slot
  int effort = 0;               // best: coolings for each number of settings
  std::uint64_t seed = 1;       // qps: its sampling; best: its search
  std::string shape = "auto";   // shifts, shift: sizes of the ports' digits, "8x8"
};

inline constexpr int kAnyHops = 16;

struct Scheduler {
  const char* name;
  const char* summary;  // one line: what it does, which options it reads
  const char* source;   // where it is published
  int hops;             // 1; of more, traffic may rest at intermediate ports: kAnyHops or so many
  Schedule (*run)(const demand::QuantaMatrix&, const SchedulerOptions&);
  bool reference = false;  // by name, never by "all": takes seconds, or another tries all it does
};

// Every scheduler. Each run() returns a schedule that serves the whole demand; an all-zero demand
// gives an empty one. Throws ConfigError if an option or the size is outside what it can do.
base::Span<const Scheduler> schedulers();
std::vector<Scheduler> own_schedulers();
// The rows of this program, in the place of our own: before anything asks.
void use_schedulers(std::vector<Scheduler> rows);

// The row of that name. Throws ConfigError with the nearest name if there is none.
const Scheduler& find_scheduler(std::string_view name, const std::string& source = "--scheduler");

}  // namespace jacquard::schedule
