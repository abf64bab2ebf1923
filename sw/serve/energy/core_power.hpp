// SPDX-License-Identifier: Apache-2.0
// What an RTL core draws, as `jacquard synth --power` measured its netlist.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::serve::energy {

struct MeasuredCore {
  std::string core;
  int ports = 0;
  std::string demand;
  base::Joules clock{0};  // of a clock, while it decides one demand after the other
  base::Joules decision{0};
};
// Throws ConfigError for a table that is none.
std::vector<MeasuredCore> read_measured_cores(const std::string& path);
// The one that ships: configs/measured/core_power.csv.
const std::vector<MeasuredCore>& shipped_cores();

// No clock is gated, so a core that waits takes as much.
struct CorePower {
  base::Joules clock{0};
  base::Joules decision{0};
  bool extrapolated = false;  // by a power of the ports, through the two nearest sizes

  base::Watts at(base::Picoseconds period) const {
    return base::Watts{clock.count() / base::to_seconds(period).count()};
  }
};
// On demands of experts (moe). Nothing of a core that was not measured at two sizes.
std::optional<CorePower> core_power(const std::string& core, int ports,
                                    const std::vector<MeasuredCore>& measured);

}  // namespace jacquard::serve::energy
