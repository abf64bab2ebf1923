// SPDX-License-Identifier: Apache-2.0
// One run of a collective on an appliance.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/memory/figures.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"
#include "systemc/photonic/appliance_collective.hpp"
#include "systemc/photonic/cache_counts.hpp"

namespace jacquard::systemc {

struct ApplianceFigures {
  base::Picoseconds time{0};     // until the last XPU has what is its own
  base::Picoseconds writing{0};  // of it, phases in which XPUs write to the shared memory
  base::Picoseconds reading{0};  // and read
  base::Bytes written{0};        // payload, of all XPUs
  base::Bytes read{0};
  base::Bytes sent{0};                       // from XPU to XPU
  std::vector<base::Picoseconds> latencies;  // of accesses, or of pieces sent
  CacheCounts counts;                        // of all modules
  memory::Figures hbm;                       // of all modules
  memory::Figures ddr;
  base::Joules port_energy{0};
  base::Joules switch_energy{0};
  std::int64_t cells = 0;  // through the switch

  base::Joules energy() const {
    return hbm.energy.total() + ddr.energy.total() + port_energy + switch_energy;
  }
};

// XPUs add and synchronise in no time. `arbiter`: as Appliance takes it. Throws ConfigError as both
// require_consistent() do.
ApplianceFigures run_collective(const ApplianceConfig& appliance,
                                const ApplianceCollective& collective, std::uint64_t seed,
                                std::unique_ptr<schedule::Arbiter> arbiter = nullptr);

}  // namespace jacquard::systemc
