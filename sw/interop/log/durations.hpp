// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/cost/device.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::interop {

// Gives each computation without a duration the one that its amounts take on a device. It is the
// longer of two: its operations at the share of the peak that large products reach in long bursts,
// and its bytes by the law of element-wise kernels (sw/cost). Amounts say nothing of shapes, so
// products that are too small to fill the device take longer than this. Nodes that are shared stay
// shared.
void set_durations(workload::Job& job, const cost::Device& device);

}  // namespace jacquard::interop
