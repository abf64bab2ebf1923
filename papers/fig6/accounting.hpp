// SPDX-License-Identifier: Apache-2.0
// What a circuit switch takes for a matrix when nothing fails, by what is charged to it.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::studies::fig6 {

inline constexpr base::BitsPerSecond kLinkRate{800'000'000'000};
inline constexpr base::Picoseconds kPropagation{500'000};  // two links of 250 ns
inline constexpr base::Bytes kPayload{1'000};
inline constexpr base::Bytes kHeader{48};
inline constexpr base::Bytes kAck{60};  // of each packet, on the way back
// A ladder core of 16 ports, its clock at the slow end of the 16 nm range (docs/cores.md).
inline constexpr int kLadderBits = 8;
inline constexpr int kLadderDiagonals = 4;
inline constexpr base::Picoseconds kLadderClock{800};

enum class CircuitSchedule {
  exact,         // Birkhoff-von Neumann on bytes: its holds sum to the largest line
  exact_8_bits,  // the same on counts of 8 bits
  ladder,        // the ladder core on counts of 8 bits
};

enum class CircuitDecision {
  none,     // the schedule is there at time 0
  clocked,  // each permutation when the ladder's golden model shows it; transfer overlaps
  latency,  // all of it after `latency`; nothing overlaps
};

struct Accounting {
  bool headers = true;  // each 1,000 B of payload weigh 1,048 B on the wire
  bool acks = true;     // and cost 60 B on the wire from its receiver to its sender
  bool diagonal = true;
  CircuitSchedule schedule = CircuitSchedule::exact;
  CircuitDecision decision = CircuitDecision::none;
  base::Picoseconds latency{0};
  base::Picoseconds guard{0};
};

// From time 0, when the demand is known, to the last byte received. `clocked` requires `ladder`.
base::Picoseconds circuit_completion(const demand::DemandMatrix& bytes, const Accounting& how);

// The bytes that cross the wire, entry by entry: the acknowledgements of (i, j) in (j, i).
demand::DemandMatrix on_the_wire(const demand::DemandMatrix& bytes, const Accounting& how);

}  // namespace jacquard::studies::fig6
