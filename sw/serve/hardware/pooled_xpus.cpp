// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/hardware/pooled_xpus.hpp"

namespace jacquard::serve {

PooledXpus pooled_xpus(const celestisim::PaperSystem& machine, const config::Place& place) {
  const int xpus = machine.xpus;
  const bool caches = machine.cache.count() > 0;
  PooledXpus pooled;
  pooled.source = machine.source;
  pooled.system = system_named("h100_sxm", place);
  pooled.system.npus = xpus;
  cost::Device& device = pooled.system.device;
  device.memory_bandwidth = machine.bandwidth * (1.0 / xpus);
  device.memory = base::Bytes{(caches ? machine.cache : machine.memory).count() / xpus};
  if (caches) {
    MemoryTier ddr;
    ddr.name = "ddr";
    // Whatever the HBM holds is a copy.
    ddr.capacity = base::Bytes{(machine.memory.count() - machine.cache.count()) / xpus};
    ddr.bandwidth = machine.behind * (1.0 / xpus);
    pooled.beyond.push_back(ddr);
  }
  return pooled;
}

}  // namespace jacquard::serve
