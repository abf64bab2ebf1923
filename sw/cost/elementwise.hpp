// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// From the end of one kernel to the first work of the next, in a full queue.
inline constexpr base::Seconds kKernelFloor{2.2e-6};
// What the host's launch adds into an empty queue: a copy of H100 takes 6.3 us with it.
inline constexpr base::Seconds kHostLaunch{4.1e-6};

// Seconds of a kernel that reads and writes `work.bytes`: floor and bandwidth, or its arithmetic on
// vector units if that is longer. See docs/cost.md.
base::Seconds elementwise_time(const Device& device, const workload::ElementwiseWork& work);

}  // namespace jacquard::cost
