// SPDX-License-Identifier: Apache-2.0
// Steps by a user's measured profile: a folder of CSV files with times of layers by size.
#pragma once

#include <memory>
#include <string>

#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// profile_dense.csv (layer, tokens, time_us), profile_per_sequence.csv (layer, sequences, time_us),
// profile_attention.csv (prefill_chunk, kv_prefill, n_decode, kv_decode, time_us), and where there
// are such profile_moe.csv (tokens, activated_experts, time_us) and profile_allreduce.csv (bytes,
// time_us). Times are of one layer and one NPU. Throws ConfigError naming file, line and column.
struct ProfiledModel {
  int layers = 0;
  int hidden = 0;
  int tp = 1;
};
std::unique_ptr<StepClock> profile_clock(const std::string& folder, const ProfiledModel& model);

}  // namespace jacquard::serve
