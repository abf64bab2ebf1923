// SPDX-License-Identifier: Apache-2.0
// What engines do where nothing is said. `serve` and `validate serving` have it from here.
#pragma once

#include "jacquard/cost/software.hpp"
#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/engine_settings.hpp"

namespace jacquard::serve {

inline constexpr double kMemoryShare = 0.9;  // of an NPU's memory, as vLLM and TensorRT-LLM have it
inline constexpr int kBlock = 16;            // tokens of a block of the cache
inline constexpr int kStepTokens = 8192;     // of a step at most

// The engine's own scheduler; of `any` as vLLM's.
Policy policy_of(cost::Software software);

// Whether a step runs in two halves where nothing is said: tokens go to experts on other nodes, as
// DeepSeek's own servers and SGLang's at EP 72 have it.
bool usual_overlap(const Deployment& deployment);

// Of keys and values from one to the other, at the network's rate of the smaller one's NPUs. Copies
// that several NPUs hold are sent once.
HandOver hand_over(const Deployment& prefill, const Deployment& decode);

}  // namespace jacquard::serve
