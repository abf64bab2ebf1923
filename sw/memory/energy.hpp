// SPDX-License-Identifier: Apache-2.0
// What each event costs in a channel, and what a run cost.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/figures.hpp"

namespace jacquard::memory {

// Of hbm3e_9200 unless said otherwise; docs/memory.md derives each.
struct EventEnergy {
  base::Joules activate{764e-12};  // one activation with its precharge
  base::Joules read{576.5e-12};    // one burst, in the array
  base::Joules write{576.5e-12};
  base::Joules refresh{36e-9};         // of all banks, by however many commands
  base::Joules io_per_bit{0.672e-12};  // on the bus
  base::Watts background{0.1122};      // of a channel
};

const config::FieldTable<EventEnergy>& energy_fields();

// What these commands cost on a bus that moved `bursts`, in `elapsed` of `channels`.
// `refresh_share`: of all banks, what one refresh command refreshes.
EnergyParts energy_of(const EventEnergy& each, const CommandCounts& commands, double refresh_share,
                      base::Bytes bursts, base::Picoseconds elapsed, int channels);

}  // namespace jacquard::memory
