// SPDX-License-Identifier: Apache-2.0
// Who decides, in a replay, on demands that only the run knows.
#pragma once

#include "systemc/train/genstack/replay_config.hpp"

namespace jacquard::genstack {

// The core of the configuration: its golden model, or Verilated RTL, built where it is not in the
// cache. One of each size is made and kept. Or a scheduler of the table. Throws ConfigError for a
// name that is not in it.
systemc::Decide decide_by(const ReplayConfig& config);

// With what it counts, and how demands are drawn.
systemc::OnDemand on_demand(const ReplayConfig& config, std::uint64_t seed);

}  // namespace jacquard::genstack
