// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/experiment/fabric_kind.hpp"

namespace jacquard::experiment {

// Circuit switches, and a packet switch beside them that has a share of each link's rate.
FabricKind hybrid_kind();

}  // namespace jacquard::experiment
