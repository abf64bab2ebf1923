// SPDX-License-Identifier: Apache-2.0
// What a slot carries, and when what it carried is there (Chronos s6).
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/stack/fabric.hpp"

namespace jacquard::stack {

struct SlotClock {
  base::Picoseconds slot{0};    // T
  base::Picoseconds guard{0};   // t_x
  base::Picoseconds flight{0};  // t_max
  base::BitsPerSecond rate{0};
  Sync sync = Sync::per_slot;

  // Bytes that `slots` successive slots of one setting carry. `held`: the port had the setting
  // before (on_dependency pays no guard then).
  base::Bytes capacity(std::int64_t slots, bool held) const;
  // The fewest slots that carry `bytes`, at least 1.
  std::int64_t slots_for(base::Bytes bytes, bool held) const;
  // When the last of `bytes`, which begin in the slot numbered `start` behind `lead` bytes of
  // others, has arrived.
  base::Picoseconds arrival(std::int64_t start, bool held, base::Bytes lead,
                            base::Bytes bytes) const;
  // The first slot that does not begin before `time`.
  std::int64_t first_slot_from(base::Picoseconds time) const;
};

SlotClock clock_of(const Fabric& fabric, base::Picoseconds slot);

// The least T that carries `bytes` in one slot.
base::Picoseconds slot_for(const Fabric& fabric, base::Bytes bytes);

}  // namespace jacquard::stack
