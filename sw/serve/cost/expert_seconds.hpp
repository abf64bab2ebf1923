// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "jacquard/serve/deployment.hpp"
#include "jacquard/workload/drawn_experts.hpp"

namespace jacquard::serve {

// How tokens choose experts of `work`, of any number of tokens: by a fixed popularity. Nothing where
// deployment.expert_skew is 0, and they choose evenly.
std::optional<workload::ExpertDeals> expert_deals(const Deployment& deployment,
                                                  const workload::ExpertWork& work);

// Seconds of a layer of experts on the busiest NPU of a stage, without communication. `captured`:
// the step is a graph that was captured. `deals`: expert_deals() of them, null: of no others.
base::Seconds expert_seconds(const Deployment& deployment, const workload::ExpertWork& work,
                             bool captured, const workload::ExpertDeals* deals = nullptr);

}  // namespace jacquard::serve
