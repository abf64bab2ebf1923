// SPDX-License-Identifier: Apache-2.0
// Keys of rows for what a step's memory is made of.
#pragma once

#include <vector>

#include "jacquard/workload/step_memory.hpp"

namespace jacquard::train {

struct MemoryPart {
  const char* key;
  base::Bytes workload::Memory::*bytes;
  const char* doc;
};

// In the order of rows.
const std::vector<MemoryPart>& memory_parts();

}  // namespace jacquard::train
