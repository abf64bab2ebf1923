// SPDX-License-Identifier: Apache-2.0
// XPUs before a memory appliance, as our own laws see NPUs.
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/serve/memory_tier.hpp"

namespace jacquard::serve {

// Each an H100 with its share of the appliance in place of its own HBM. NVLink joins them in nodes
// of 8, as the appliance's description names no other way for collectives.
struct PooledXpus {
  std::string source;  // of the appliance's figures
  NamedSystem system;  // memory: the modules' HBM, or all there is where nothing is cached
  // DDR behind a cache. It holds what finds no room in the HBM, and is read beside it, in turn.
  std::vector<MemoryTier> beyond;
};

// Throws ConfigError at `place` if the shipped device cannot be read.
PooledXpus pooled_xpus(const celestisim::PaperSystem& machine, const config::Place& place);

}  // namespace jacquard::serve
