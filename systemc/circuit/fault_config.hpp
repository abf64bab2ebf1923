// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "systemc/circuit/outages.hpp"

namespace jacquard::systemc {

// What the fabric does about what goes wrong.
enum class Policy {
  delay,  // wait: for who is late, and with the next setting while a link is down
  skip,   // go on without, and decompose again what is left over
  spare,  // as skip, and map a spare in for what is dead
};

// What goes wrong. Which NPUs, and when, is drawn from the seed.
struct FaultConfig {
  Policy policy = Policy::skip;
  int stragglers = 0;                       // NPUs whose data are late
  base::Picoseconds late_by{0};             // at most, uniform
  base::Picoseconds patience{10'000'000};   // skip, spare: how long the others wait for them
  int flapping_links = 0;                   // NPUs whose link goes down and comes up, over and over
  base::Picoseconds up_for{1'000'000'000};  // on average
  base::Picoseconds down_for{10'000'000};   // on average
  int dead_links = 0;                       // NPUs whose link dies
  int dead_ports = 0;                       // ports of the switch that die
  base::Picoseconds dies_within{1'000'000'000};  // when: uniform from 0 to this
  double lost_messages = 0;                      // probability that a control message is lost
  base::Picoseconds retry{5'000'000};            // a report that was lost is sent again after this
  int spares = 1;                                // spare: how many can be mapped in
  base::Picoseconds spare_swap{50'000'000};      // and how long that takes once the fault is known
  std::optional<int> stuck_after;  // permutations that the first decision hands over, and no more
  base::Picoseconds watchdog{20'000'000};  // without one, it is given up and begun anew
  // In a job: the exchange in which all this happens, others being sound; none: in every one.
  std::optional<int> exchange;
  // In a job: NPUs whose computations take so many times as long.
  int slow_npus = 0;
  double slowdown = 1;
};

// Whether anything may go wrong at all.
bool expects_faults(const FaultConfig& config);

// The noun `faults` of an experiment.
const config::FieldTable<FaultConfig>& fault_fields();

// What happens in one run.
struct Faults {
  std::vector<base::Picoseconds> ready;  // when each NPU's data are there
  Outages outages;                       // of each NPU's link and port
  int spares_used = 0;
};

// Draws the faults of run `index`. Flapping goes on until `horizon`. `notice`: how long it takes
// until the controller knows of a fault, after which a spare may be mapped in.
Faults draw_faults(const FaultConfig& config, int ports, base::Picoseconds horizon,
                   base::Picoseconds notice, std::uint64_t seed, std::uint64_t index);

// Whether data were late, or anything was down, before `end`.
bool strikes(const Faults& faults, base::Picoseconds end);

// Whether the `attempt`-th message of a kind to or from an NPU is lost.
bool message_lost(const FaultConfig& config, std::uint64_t seed, const char* kind, int npu,
                  std::uint64_t attempt);

}  // namespace jacquard::systemc
