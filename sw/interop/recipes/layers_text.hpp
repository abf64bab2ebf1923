// SPDX-License-Identifier: Apache-2.0
// How Megatron-LM writes which layers are which.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::interop::recipes {

// --moe-layer-freq: "2" (each second layer, from the first), "[0]*3+[1]*58", "[0,1,1]". For each
// layer 1 where it has experts. Throws ConfigError at `place` unless it says as many as `layers`.
std::vector<int> layers_with_experts(const std::string& text, int layers,
                                     const config::Place& place);
std::string text_of_experts(const workload::Model& model);

// --pipeline-model-parallel-layout: "Et*3|(t|)*6tL": layers (t) of each virtual stage, in the
// model's order. Throws ConfigError at `place` for what is none.
std::vector<int> stages_of_layout(const std::string& text, const config::Place& place);
std::string layout_of_stages(const std::vector<int>& stages);

// The first in a text, of at most eight digits; 0 where it has none.
int first_number(const std::string& text);

}  // namespace jacquard::interop::recipes
