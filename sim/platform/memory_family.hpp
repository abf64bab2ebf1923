// SPDX-License-Identifier: Apache-2.0
// Experiments on a memory alone: streams, random accesses, and traces of requests.
#pragma once

#include "sim/platform/family.hpp"

namespace jacquard::platform {

Family memory_family();

}  // namespace jacquard::platform
