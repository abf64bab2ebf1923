// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "jacquard/base/units.hpp"

namespace jacquard::demand {

enum class GuardPer { permutation, slot };

// What a slot is: how much one port carries in it, how long it takes, and what changing a setting
// costs. The slot's length is either given, or what the quantum takes on the link. The latter need
// not be whole picoseconds, so lengths are computed for the total, never by multiplying a rounded
// slot.
struct SlotClock {
  base::Bytes quantum{1};
  base::BitsPerSecond rate{800'000'000'000};
  std::optional<base::Picoseconds> slot;  // absent: quantum / rate
  base::Picoseconds guard{0};
  GuardPer guard_per = GuardPer::permutation;

  // Time in which data can flow during `slots` slots.
  base::Picoseconds holding(std::int64_t slots) const;
  // Time of a schedule: its slots, and its guards (once per permutation, or once per slot).
  base::Picoseconds makespan(std::int64_t slots, std::int64_t permutations) const;
  // Length of a slot in picoseconds, not rounded.
  double slot_ps() const;
  // Guard of one permutation in slots (0 when it is paid per slot): the delta of the literature.
  double guard_in_slots() const;
};

}  // namespace jacquard::demand
