// SPDX-License-Identifier: Apache-2.0
// The planner's request from a user's words, or which of them cannot be.
#pragma once

#include <string>
#include <vector>

#include "jacquard/plan/evaluate.hpp"
#include "jacquard/plan/layers/plan_config.hpp"

namespace jacquard::planner {

// Its cluster has the memory that a strategy may fill: the limit, less the margin. Throws
// ConfigError naming the option: a batch that nobody gives, frozen layers that do not exist
// or that the task has no use for, an unknown departure, numbers that the cluster has no peak for.
plan::Request request_of(const PlanConfig& config);

// "paper", "physical", or the departures by name.
std::string mode_text(const PlanConfig& config);

// Those of --nodes. Without: the system's, or if `several` that one halved as long as it is whole
// and doubled twice.
std::vector<int> node_counts(const PlanConfig& config, bool several);

// The request on another count of nodes. Throws ConfigError at --nodes where counts overflow.
plan::Request on_nodes(plan::Request request, int nodes);

// What all speedups are over: FSDP over all devices in every dense part, tables by MP, vocabularies
// by DDP (MAD-Max s5, Insight 2).
plan::Strategy baseline_of(const plan::Request& request);

}  // namespace jacquard::planner
