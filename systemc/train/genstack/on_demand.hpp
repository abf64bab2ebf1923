// SPDX-License-Identifier: Apache-2.0
// Who decides, in a replay, on demands that only the run knows.
#pragma once

#include "systemc/train/genstack/replay_config.hpp"

namespace jacquard::genstack {

// The core of the configuration: its golden model, or Verilated RTL, built where it is not in the
// cache. One of each size is made and kept.
systemc::Decide decide_by(const ReplayConfig& config);

}  // namespace jacquard::genstack
