// SPDX-License-Identifier: Apache-2.0
// A model on a cluster, planned: what MAD-Max's conclusions are made of (docs/plan_madmax.md).
#pragma once

#include <optional>
#include <string>

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::studies::madmax {

// By the names of configs/planner_models and configs/systems.
plan::Request request_of(const std::string& model, const std::string& cluster,
                         plan::TaskKind task = plan::TaskKind::pretrain,
                         plan::Physics physics = plan::Physics::none());

// FSDP over all devices on everything dense; tables over all devices, vocabularies replicated (s5,
// Insight 2).
plan::Strategy baseline(const plan::Request& request);

// Throws ConfigError for a strategy that is none of the model.
plan::Answer answer_of(const plan::Request& request, const std::string& strategy);
double throughput(const plan::Request& request, const plan::Answer& answer);  // samples a second

struct Planned {
  plan::Strategy strategy;
  plan::Answer answer;
};

enum class Memory { limited, unlimited };
// The fastest of all strategies; the first of equals. Nothing where none runs.
std::optional<Planned> fastest(const plan::Request& request, Memory memory = Memory::limited);

// Times faster than the baseline, both without a bound of memory; nothing where one of them does
// not run.
std::optional<double> gain(const plan::Request& request, const std::string& strategy);
// The same of the fastest; within memory nothing where the baseline does not fit.
std::optional<double> best_gain(const plan::Request& request, Memory memory = Memory::limited);

// Table 3's resources, as Fig. 14 scales them.
enum class Resource { compute, capacity, memory_bandwidth, inside, between };
inline constexpr Resource kResources[] = {Resource::compute, Resource::capacity,
                                          Resource::memory_bandwidth, Resource::inside,
                                          Resource::between};
const char* name_of(Resource resource);
systems::Cluster scaled(systems::Cluster cluster, Resource resource, double times);

}  // namespace jacquard::studies::madmax
