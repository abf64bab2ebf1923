// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/limits.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine::job {

// What a job will take where NPU 0 is simulated, or all NPUs, before its rounds are made. Nodes
// that cannot run count for nothing: the job says what is wrong with them.
ExpectedWork estimate(const JobWork& work, const topology::Fabric& fabric, bool of_all);

}  // namespace jacquard::engine::job
