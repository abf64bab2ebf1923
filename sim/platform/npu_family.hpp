// SPDX-License-Identifier: Apache-2.0
// Matrix products on the cores of an NPU, and what links that send cost them.
#pragma once

#include "sim/platform/family.hpp"

namespace jacquard::platform {

Family npu_family();

}  // namespace jacquard::platform
