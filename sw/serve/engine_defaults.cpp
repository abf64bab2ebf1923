// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/engine_defaults.hpp"

#include <algorithm>

#include "jacquard/serve/memory_budget.hpp"

namespace jacquard::serve {
namespace {

// Of a transfer, beside its bytes: blocks are agreed on, and the network is crossed.
constexpr base::Picoseconds kTransferLatency{20'000'000};

}  // namespace

Policy policy_of(cost::Software software) {
  if (software == cost::Software::sglang) return Policy::prefill_first;
  return software == cost::Software::trtllm ? Policy::no_evict : Policy::continuous;
}

bool usual_overlap(const Deployment& d) {
  return sends_to_experts(d) && d.expert_npus == 0 && d.npus_of_a_stage() > d.node;
}

HandOver hand_over(const Deployment& prefill, const Deployment& decode) {
  Deployment alone = prefill;
  alone.tp = alone.pp = alone.attention_dp = 1;
  alone.expert_tp = alone.expert_ep = 0;
  HandOver moved;
  moved.bytes_of_token = kv_bytes_of_token(alone);
  moved.bandwidth = prefill.network * std::min(prefill.npus(), decode.npus());
  moved.latency = kTransferLatency;
  return moved;
}

}  // namespace jacquard::serve
