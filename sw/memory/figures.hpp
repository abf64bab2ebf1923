// SPDX-License-Identifier: Apache-2.0
// What a memory did in a run, and where the time of its data buses went.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::memory {

// Times of all data buses together, so they add up to channels * elapsed. A time without data goes
// to the first of these that holds: a refresh keeps waiting requests from their bank, the bus turns
// around between reads and writes, a waiting request needs an activation or a precharge, or nothing
// waits (idle).
struct BusTimes {
  base::Picoseconds data{0};
  base::Picoseconds refresh{0};
  base::Picoseconds turnaround{0};
  base::Picoseconds activate{0};
  base::Picoseconds idle{0};

  base::Picoseconds total() const { return data + refresh + turnaround + activate + idle; }
};

struct EnergyParts {
  base::Joules activate{0};  // activations and precharges
  base::Joules read{0};      // bursts, in the array
  base::Joules write{0};
  base::Joules refresh{0};
  base::Joules io{0};  // bits on the bus
  base::Joules background{0};

  base::Joules total() const { return activate + read + write + refresh + io + background; }
};

struct CommandCounts {
  std::int64_t activates = 0;
  std::int64_t reads = 0;
  std::int64_t writes = 0;
  std::int64_t precharges = 0;
  std::int64_t refreshes = 0;
};

struct Figures {
  int channels = 0;
  base::BytesPerSecond peak{0};  // of all channels
  base::Picoseconds elapsed{0};
  base::Bytes read{0};     // as asked for
  base::Bytes written{0};  // as asked for
  base::Bytes bursts{0};   // moved over the buses: whole bursts
  BusTimes bus;
  EnergyParts energy;
  CommandCounts commands;
  // From the moment an access was offered until its last byte moved, in the order of offers.
  std::vector<base::Picoseconds> latencies;

  // (read + written) / elapsed; 0 of no time.
  base::BytesPerSecond achieved() const;
};

// The sum of memories that ran side by side for the same time.
Figures together(const Figures& a, const Figures& b);

}  // namespace jacquard::memory
