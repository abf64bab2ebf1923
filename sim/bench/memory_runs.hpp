// SPDX-License-Identifier: Apache-2.0
// What bench memory measures: traffic through a memory, and through its parts alone.
#pragma once

#include <string>
#include <vector>

#include "jacquard/memory/memory_config.hpp"
#include "systemc/memory/traffic_config.hpp"

namespace jacquard::bench {

struct MemoryTrafficCase {
  std::string name;
  std::vector<systemc::MemoryTraffic> initiators;
};

// Stream, a mix of two reads to a write, random accesses of 32 to 1,024 B, and a stream beside
// random accesses. Each lasts as many refresh intervals of the memory.
std::vector<MemoryTrafficCase> memory_traffic_cases(const memory::MemoryConfig& config,
                                                    int refresh_intervals);

struct MemoryRun {
  double fraction = 0;  // of the peak
  std::int64_t bursts = 0;
  double ms = 0;  // of this thread
};

// Through the sockets of TLM-2.0, in a simulation of its own.
MemoryRun run_through_tlm(const memory::MemoryConfig& config, const MemoryTrafficCase& traffic,
                          std::uint64_t seed);

// A stream of reads of 256 B, so many bursts, on one channel, without SystemC.
MemoryRun run_address_map(const memory::MemoryConfig& config, std::int64_t bursts);
MemoryRun run_channel(const memory::MemoryConfig& config, std::int64_t bursts);
MemoryRun run_booking(const memory::MemoryConfig& config, std::int64_t bursts);

}  // namespace jacquard::bench
