// SPDX-License-Identifier: Apache-2.0
// A job that goes on without the data-parallel replicas whose NPUs have failed.
#pragma once

#include <vector>

#include "jacquard/stack/repair.hpp"
#include "systemc/train/genstack/genstack_config.hpp"

namespace jacquard::genstack {

// The plan of the configured job without the replicas that these ranks belong to. Replicas that
// stay keep their sequences, so the batch shrinks with them. Throws ConfigError where a log, links
// within nodes, experts on several replicas or a last replica leave no such job.
stack::SmallerPlan without_replicas(const GenstackConfig& config, const std::vector<int>& lost);

}  // namespace jacquard::genstack
