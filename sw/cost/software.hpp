// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::cost {

// Whose kernels. Measured ones differ in what they do beside the product: see docs/cost.md.
enum class Software : std::uint8_t { any, vllm, trtllm, sglang };

}  // namespace jacquard::cost
