// SPDX-License-Identifier: Apache-2.0
// The bandwidths by which collectives are compared, as nccl-tests defines them.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/collective/request.hpp"

namespace jacquard::run {

// Data / time, in bytes a second. An all-gather's data are what everyone ends with.
double algorithm_bandwidth(const collective::CollectiveRequest& request, base::Picoseconds time);

// That times the bytes an NPU must at least send for each byte of data.
double bus_bandwidth(const collective::CollectiveRequest& request, base::Picoseconds time);

}  // namespace jacquard::run
