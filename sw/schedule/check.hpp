// SPDX-License-Identifier: Apache-2.0
// The independent judge of schedules: a replay that shares no code with any scheduler.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

struct Verdict {
  bool valid = false;
  std::string fault;                // empty if valid; else what is wrong and at which entry
  std::int64_t served_quanta = 0;   // delivered to their destination
  std::int64_t relayed_quanta = 0;  // of several hops: carried to an intermediate port
  std::int64_t idle_quanta = 0;     // pair set, nothing left to send
  std::int64_t useless_pairs = 0;   // pairs set in an entry with nothing left at its first slot
};

// Valid: every setting is a partial matching held >= 1 slot, and serving min(residue, hold) pair by
// pair leaves no residue. A schedule of several hops is replayed store-and-forward: a circuit
// carries what its relays say, no more than its hold, and only what had arrived before its entry
// began. O(changes log permutations) time, O(N^2) memory, however long the holds.
Verdict check(const demand::QuantaMatrix& demand, const Schedule& schedule);

}  // namespace jacquard::schedule
