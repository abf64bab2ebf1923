// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/experiment/fabric_kind.hpp"

namespace jacquard::experiment {

// A packet switch.
FabricKind packet_kind();

}  // namespace jacquard::experiment
