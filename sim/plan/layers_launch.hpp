// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "jacquard/plan/layers/ranking.hpp"
#include "sim/plan/knobs/launch.hpp"

namespace jacquard::planner {

// The strategy of an LLM's blocks as the options of Megatron-LM: TP, and data parallelism with or
// without FSDP. What has no option stands in the notes. Nothing for other models and for inference.
// `asked`: of --launch, or "" for Megatron-LM. Throws ConfigError for what that framework cannot
// run.
std::optional<knobs::LaunchRow> launch_of(const plan::Request& request, const Outcome& outcome,
                                          const std::string& asked);

}  // namespace jacquard::planner
