// SPDX-License-Identifier: Apache-2.0
// Training steps within this process.
#pragma once

#include <memory>

#include "jacquard/search/environment.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::searching {

// `base`: keys of a job; `bind`: texts of keys (docs/search.md). Metrics: time_ps, memory_bytes,
// bandwidth_bytes_per_s (all that leaves an NPU), cost_dollars (NaN where a switch has no price).
std::unique_ptr<search::Environment> train_environment(const search::Space& space,
                                                       const config::Json& description,
                                                       const config::Place& place);

}  // namespace jacquard::searching
