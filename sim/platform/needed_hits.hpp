// SPDX-License-Identifier: Apache-2.0
// The hit rate that keeps a module's port full, found by simulation.
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/photonic/module_run.hpp"

namespace jacquard::platform {

struct NeededHits {
  base::BytesPerSecond ddr{0};  // what DDR gives when every access misses
  double amplification = 1;     // in that run
  double closed_form = 0;       // memory::needed_hit_rate() of these
  // The smallest hit rate that was found to keep the port full, none if not even 1 does.
  std::optional<double> rate;
  systemc::ModuleFigures figures;  // at that rate, or at 1
};

// A port is full when it carries this share of the payload that its headers leave.
inline constexpr double kFull = 0.99;
// Flows inside of the module keep up with it from this share on: one that does not is made up for
// by what waits behind it, for a while.
inline constexpr double kKept = 0.98;
// To this the rate is bisected.
inline constexpr double kHitResolution = 0.01;

// Requires traffic that reads only. `traffic.hit_share` is what varies.
NeededHits needed_hits(const systemc::ModuleConfig& module, systemc::ModuleTraffic traffic,
                       std::uint64_t seed);

}  // namespace jacquard::platform
