// SPDX-License-Identifier: Apache-2.0
// Steps that run as a CUDA graph: of so many tokens as one was captured for.
#pragma once

#include <cstdint>

namespace jacquard::serve {

// vLLM, SGLang and TensorRT-LLM capture up to 512 tokens or near it by default.
inline constexpr std::int64_t kMostCaptured = 512;

// Tokens of the smallest graph that holds these: 1, 2, 4, each multiple of 8, and above 256 of 16
// (vLLM's cudagraph_capture_sizes). Above kMostCaptured there is none, and tokens stay as they are.
inline std::int64_t captured_tokens(std::int64_t tokens) {
  if (tokens <= 2 || tokens > kMostCaptured) return tokens;
  if (tokens <= 4) return 4;
  const std::int64_t step = tokens <= 256 ? 8 : 16;
  return (tokens + step - 1) / step * step;
}

}  // namespace jacquard::serve
