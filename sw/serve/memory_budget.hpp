// SPDX-License-Identifier: Apache-2.0
// What of an NPU's memory weights take, and how many tokens' keys and values the rest holds.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

struct MemoryBudget {
  base::Bytes capacity{0};     // of one NPU, that the engine may use
  base::Bytes weights{0};      // of one NPU, the fullest stage
  base::Bytes activations{0};  // and other buffers
  double kv_bytes_of_token =
      0;  // of one NPU, all its layers; KV heads replicated where tp exceeds them
  std::int64_t kv_tokens = 0;  // that fit
};

// `share`: of the device's memory that the engine may use (vLLM's gpu_memory_utilization).
MemoryBudget memory_budget(const Deployment& deployment, double share);

}  // namespace jacquard::serve
