// SPDX-License-Identifier: Apache-2.0
// Experiments on distributed products whose cores and links share the memory of each NPU.
#pragma once

#include "sim/platform/family.hpp"
#include "sim/platform/npu_mesh_experiment.hpp"

namespace jacquard::platform {

Family npu_mesh_family();

}  // namespace jacquard::platform
