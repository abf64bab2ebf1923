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
  // Of all initiators, by the time they were wanted, then by initiator.
  std::vector<systemc::Played> played;
};

// Simulates a consistent experiment, and writes its commands as CSV where there is a stream for
// them. Throws ConfigError as read_requests() does.
MemoryOutcome run_memory(const MemoryExperiment& experiment, std::uint64_t seed,
                         std::ostream* commands = nullptr);

}  // namespace jacquard::platform
