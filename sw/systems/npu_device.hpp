// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/place.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/topology/system.hpp"

namespace jacquard::systems {

// The device that a system's NPUs name, with what the system says of them instead: memory, its
// rate, and the bf16 peak. Of another peak it has as many more of the same processors, so that
// other types' peaks are in proportion. Requires that a device is named; throws ConfigError at
// `place` / device for one that is none.
cost::Device device_of(const topology::NpuConfig& npu, const config::Place& place);

}  // namespace jacquard::systems
