// SPDX-License-Identifier: Apache-2.0
// One run of a module alone, with one XPU on its port.
#pragma once

#include <cstdint>

#include "jacquard/memory/figures.hpp"
#include "systemc/photonic/cache_counts.hpp"
#include "systemc/photonic/module_traffic.hpp"

namespace jacquard::systemc {

struct ModuleFigures {
  base::Picoseconds measured{0};
  base::Bytes read{0};                       // payload on the lanes to the XPU while measured
  base::Bytes written{0};                    // payload on the lanes from the XPU while measured
  std::vector<base::Picoseconds> latencies;  // of accesses that ended while measured
  CacheCounts counts;                        // while measured
  memory::Figures hbm;                       // of the whole run
  memory::Figures ddr;                       // of the whole run
  base::Joules port_energy{0};               // of the whole run

  base::BytesPerSecond achieved() const;
  base::BytesPerSecond from_ddr() const;  // lines fetched, while measured
  base::BytesPerSecond to_ddr() const;    // writes, while measured
};

// The tags begin as traffic of several times the cache would leave them, made without time and
// without traffic. Throws ConfigError as both require_consistent() do, at "module" and "traffic".
ModuleFigures run_module(const ModuleConfig& module, const ModuleTraffic& traffic,
                         std::uint64_t seed);

}  // namespace jacquard::systemc
