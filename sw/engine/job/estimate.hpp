// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/astra/estimate.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine::job {

// What a job will take where this many of its NPUs are simulated, before its rounds are made. Nodes
// that cannot run count for nothing: the job says what is wrong with them.
astra::Estimate estimate(const astra::Input& input, const topology::Fabric& fabric, int simulated);

}  // namespace jacquard::engine::job
