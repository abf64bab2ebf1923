// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

// Seconds of a layer of experts on the busiest NPU of a stage, without communication. Tokens choose
// experts by a fixed popularity (workload::busiest_drawn), evenly where deployment.expert_skew is
// 0. `captured`: the step is a graph that was captured.
base::Seconds expert_seconds(const Deployment& deployment, const workload::ExpertWork& work,
                             bool captured);

}  // namespace jacquard::serve
