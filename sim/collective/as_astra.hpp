// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/topology/fabric.hpp"
#include "sim/collective/collective_config.hpp"

namespace jacquard::run {

// The request as the only node of every NPU's trace, in ASTRA-sim's model: its nanoseconds. Throws
// ConfigError for what its input cannot say.
// Throws only that.
void require_astra(const CollectiveConfig& config, const collective::CollectiveRequest& request,
                   const topology::Fabric& fabric);
engine::Result as_astra(const CollectiveConfig& config,
                        const collective::CollectiveRequest& request,
                        const topology::Fabric& fabric);

}  // namespace jacquard::run
