// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <vector>

#include "jacquard/memory/figures.hpp"
#include "sim/platform/memory_experiment.hpp"
#include "systemc/memory/player.hpp"

namespace jacquard::platform {

struct MemoryOutcome {
  // Latencies are the initiators', from the time an access was wanted.
  memory::Figures figures;
  std::int64_t accesses = 0;
  // If they are kept: of all initiators, by the time they were wanted, then by initiator.
  std::vector<systemc::Played> played;
};

struct MemoryRecords {
  bool accesses = false;             // every one is kept
  std::ostream* commands = nullptr;  // they are written there as CSV
};

// Simulates a consistent experiment. Throws ConfigError as read_requests() does.
MemoryOutcome run_memory(const MemoryExperiment& experiment, std::uint64_t seed,
                         const MemoryRecords& records = {});

}  // namespace jacquard::platform
