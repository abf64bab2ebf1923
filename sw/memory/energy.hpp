// SPDX-License-Identifier: Apache-2.0
// What each event costs in a channel.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/figures.hpp"

namespace jacquard::memory {

struct EventEnergy {
  base::Joules activate{0};  // one activation with its precharge
  base::Joules read{0};      // one burst
  base::Joules write{0};
  base::Joules refresh{0};     // one all-bank refresh; of one bank its share
  base::Joules io_per_bit{0};  // on the bus
  base::Watts background{0};   // of a channel
};

const config::FieldTable<EventEnergy>& energy_fields();

// What these commands cost on a bus that moved `bursts`, in `elapsed` of `channels`.
EnergyParts energy_of(const EventEnergy& each, const CommandCounts& commands, base::Bytes bursts,
                      base::Picoseconds elapsed, int channels);

}  // namespace jacquard::memory
