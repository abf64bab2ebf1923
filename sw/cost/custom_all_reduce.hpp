// SPDX-License-Identifier: Apache-2.0
// All-reduce kernels that serving engines have of their own, for the small messages of decoding:
// GPUs read each other's memory. docs/cost.md has the law and its errors.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

struct CustomAllReduce {
  Software software = Software::any;
  int gpus = 1;
  base::Bytes bytes{0};  // of each GPU's operand
  bool captured = true;  // in a CUDA graph; else the host starts it, and a copy goes before it
};

// Each GPU reads all others' operands (one shot), or a part of them and then the others' sums (two
// shots); above the engine's limit of 8 MiB NCCL does it. docs/cost.md has what Blackwell's do.
base::Seconds custom_all_reduce(const Device& device, const CustomAllReduce& all_reduce);

}  // namespace jacquard::cost
