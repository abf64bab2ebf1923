// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/step_works.hpp"
#include "systemc/train/prices.hpp"

namespace jacquard::train {

// What dispatch and combine take by kernels that send a token once to each node and once to each
// GPU (cost::dispatch_time), into `times` by StepProgram::comms; as they are where tokens go by
// NCCL, and where a device has no links or nodes no network.
void set_exchange_times(const workload::StepRequest& request, const workload::StepProgram& program,
                        const topology::Fabric& fabric, int node, const Npu& npu,
                        std::vector<std::optional<base::Picoseconds>>& times);

}  // namespace jacquard::train
