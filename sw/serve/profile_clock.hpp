// SPDX-License-Identifier: Apache-2.0
// Steps by a user's measured profile: a folder of CSV files with times of layers by size.
#pragma once

#include <memory>
#include <string>

#include "jacquard/cost/device.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// What the profile's times, which are of one layer and one NPU, have to be told.
struct ProfiledModel {
  int layers = 0;
  int hidden = 0;
  int tp = 1;
  int groups = 1;             // of attention's data parallelism
  int experts = 0;            // of a layer, 0: dense
  int experts_per_token = 0;  // that a token goes to
  int expert_parallel = 1;    // NPUs that share the experts out
  // Of steps with prompts: what they take in an engine over the sum of layers measured alone.
  double prompt_steps = 1;
  // The GPU, whose law prices all-reduces that were not measured, and what groups exchange with
  // experts.
  cost::Device device;
  // For decodes of unequal contexts on GPUs that FlashAttention-2 serves; processors 0: others.
  int processors = 0;
  int kv_heads = 0;  // of the whole model
  int head_size = 0;
  int longest = 0;  // tokens of a sequence; 0: no limit
};

// profile_dense.csv (layer, tokens, time_us), profile_per_sequence.csv (layer, sequences, time_us),
// profile_attention.csv (prefill_chunk, kv_prefill, n_decode, kv_decode, time_us), and where there
// are such profile_moe.csv (tokens, activated_experts, time_us) and profile_allreduce.csv (bytes,
// time_us). A step takes
//   layers x (2 layernorm + qkv_proj + qk_norm if profiled + rotary_emb + attention + o_proj
//             + gate_up_proj + act_fn + down_proj, or the experts; + 2 all-reduces if tp > 1)
//   + embedding + final_layernorm + lm_head + sampler.
// Groups step together, so the slowest one counts. Groups and experts exchange tokens by the law of
// the device. Throws ConfigError naming file, line and column, and for exchanges that neither a
// table nor the device says.
std::unique_ptr<StepClock> profile_clock(const std::string& folder, const ProfiledModel& model);

}  // namespace jacquard::serve
