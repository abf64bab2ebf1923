// SPDX-License-Identifier: Apache-2.0
// The figures by which schedules are compared, each defined in one place.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// With D = the largest line sum in quanta and q = bytes in a quantum:
struct Summary {
  int ports = 0;
  int switches = 1;                   // parallel ones: parallel/summary.hpp
  int hops = 1;                       // the most that a byte takes
  std::string family;                 // Schedule::family
  std::int64_t permutations = 0;      // P
  std::int64_t slots = 0;             // sum of holds
  std::int64_t max_line_quanta = 0;   // D
  base::Bytes quantum{1};             // q
  double efficiency = 1;              // D / slots: what the scheduler loses
  double efficiency_bytes = 1;        // largest line sum in bytes / (slots x q): quantisation too
  double eta = 1;                     // slot / (slot + guard): guard in every slot, t_max = 0
  std::int64_t served_quanta = 0;     // delivered to their destination
  std::int64_t relayed_quanta = 0;    // carried to an intermediate port (of several hops)
  std::int64_t idle_quanta = 0;       // pair set, nothing left to send
  std::int64_t stuffed_quanta = 0;    // port x slot with no pair set: dummy traffic of a full BvN
  std::int64_t useless_pairs = 0;     // nothing left already at the pair's first slot
  base::Picoseconds makespan{0};      // slots, guards, and waits of what is sent on
  base::Picoseconds guard_time{0};    // the guards' part of it
  base::Picoseconds forward_time{0};  // the waits' part, several hops only
  base::Picoseconds lower_bound{0};   // of a line alone, or over several hops: see bound.hpp
  Bound bound;                        // the tightest known
  std::int64_t first_permutation_slots =
      0;               // slots the first permutation is held; 0 if there is none
  bool valid = false;  // judged by check()
  std::string fault;   // why not
};

// `demand` are the bytes that `quanta` was counted from. `hops` is what the scheduler may use,
// which decides the bound; a schedule of a two-hop scheduler need not use both. A demand of nothing
// has an empty schedule, whose efficiencies are 1. For an invalid schedule the replay's counts
// (served, relayed, idle, stuffed, useless) are those up to the fault.
Summary summarise(const demand::DemandMatrix& demand, const demand::QuantaMatrix& quanta,
                  const Schedule& schedule, int hops);

}  // namespace jacquard::schedule
