// SPDX-License-Identifier: Apache-2.0
// MLPerf Inference's DeepSeek-R1 in closed form: a rack whose queue is never empty, and each user's
// time per token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::validate {

// Lengths of the benchmark's 4,388 prompts and reference answers, these cut at 20,000 tokens.
inline constexpr int kMlperfInput = 804;     // mean
inline constexpr int kMlperfOutput = 3886;   // mean
inline constexpr int kMlperfContext = 4979;  // that a token sees, mean over tokens

struct MlperfScenario {
  std::string name;
  std::optional<base::Picoseconds> tpot;  // the benchmark's limit
  bool drafts = false;                    // allowed, with the model's own module
};
// offline, server and interactive. Throws ConfigError for another name.
const MlperfScenario& mlperf_scenario(const std::string& name);
const std::vector<MlperfScenario>& mlperf_scenarios();

struct MlperfAnswer {
  double tokens_per_s_per_npu = 0;
  std::int64_t batch_per_npu = 0;
  base::Picoseconds token{0};  // of a user, with a share of all prompts in it
  int drafts = 0;
  // What the data sheet leaves at this batch if nothing else took time.
  double bandwidth_bound = 0, compute_bound = 0, link_bound = 0;  // tokens/s of an NPU
};

// The batch that makes the most tokens within the limit: every NPU attends by itself, and experts
// lie on all NPUs, with copies where 256 do not divide. Nothing where no batch keeps the limit.
// `system` as --system has it.
std::optional<MlperfAnswer> mlperf_answer(const std::string& system, int npus,
                                          const MlperfScenario& scenario);

}  // namespace jacquard::validate
