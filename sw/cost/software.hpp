// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::cost {

// Whose kernels. Measured ones differ in what they do beside their work: see docs/cost.md. any: the
// work alone, as operations of a step are.
enum class Software : std::uint8_t { any, vllm, trtllm, sglang };

}  // namespace jacquard::cost
