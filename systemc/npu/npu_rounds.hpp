// SPDX-License-Identifier: Apache-2.0
// A graph of rounds carried by the NICs of NPUs, from memory to memory.
#pragma once

#include "jacquard/engine/scenario.hpp"
#include "jacquard/memory/figures.hpp"
#include "jacquard/memory/memory_config.hpp"
#include "systemc/npu/nic_config.hpp"

namespace jacquard::systemc {

struct NpuPlatform {
  NicConfig nic;
  memory::MemoryConfig memory;  // of each NPU
};

// Throws ConfigError below `place` for parts that are not consistent.
void require_consistent(const NpuPlatform& platform, const config::Place& place);

struct NpuRoundsOutcome {
  base::Picoseconds time{0};  // when the last message has been taken in
  std::int64_t messages = 0;
  base::Bytes on_links{0};      // payload
  int links = 0;                // that carried any
  base::Seconds busy{0};        // of all links
  base::Bytes largest_fill{0};  // of any receiver's buffer
  memory::Figures memory;       // of all NPUs
};

// Runs the scenario's rounds by its rules of endpoint delays, active chunks and order, in a SystemC
// simulation of its own. Its local memory bandwidth means nothing here: sums are made in the
// platform's memory. A NIC has a controller for each link; each NPU has a memory. No data are
// carried, only their addresses.
//
// Throws ConfigError for what it does not run: graphs of links, switches, jobs, disturbances, modes
// of ASTRA-sim. Also for more than kMostRoundsNpus NPUs, for data that do not fit the memory, and
// for runs of more than kMostPackets, kMostMessages or 46 days of simulated time. Also for messages
// that pass several links, and, once running, for rounds that wait for each other.
NpuRoundsOutcome run_on_npus(const engine::Scenario& scenario, const NpuPlatform& platform);

// Some minutes.
inline constexpr double kMostPackets = 1e8;
inline constexpr double kMostMessages = 5e6;

// What engines do not know of, as what they do know. Both are closed forms of the configuration.
struct EngineView {
  // A message's wait for an idle memory at both ends, mean over all repetitions of all rounds: the
  // first packet is read before it is sent, the last one is written after it has come, and a sum
  // waits for more. On a link that is longer by so much messages take as long.
  base::Picoseconds memory_delay{0};
  // Of engine::Rules: the memory's peak where sums are made on arrival, as if one had it alone; no
  // limit where they are made in passing.
  base::BytesPerSecond local_memory_bandwidth{0};
};
EngineView engine_view(const rounds::RoundGraph& graph, const NpuPlatform& platform);

}  // namespace jacquard::systemc
