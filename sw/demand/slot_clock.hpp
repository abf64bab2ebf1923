// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "jacquard/base/units.hpp"

namespace jacquard::demand {

enum class GuardPer { permutation, slot };

// What a port needs to send on what it has received: a NIC's write to memory and its read, 0.5 us
// each (PCIe of 2018: Neugebauer et al., SIGCOMM 2018, fig. 6).
inline constexpr base::Picoseconds kUsualForward{1'000'000};

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
  base::Picoseconds forward{0};  // from the last byte of a setting to the first that is sent on

  // What a setting waits for beyond its guard, which passes meanwhile, if it sends on what came
  // with the one right before.
  base::Picoseconds wait() const {
    const base::Picoseconds meanwhile = guard_per == GuardPer::slot ? base::Picoseconds{0} : guard;
    return forward > meanwhile ? forward - meanwhile : base::Picoseconds{0};
  }
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
