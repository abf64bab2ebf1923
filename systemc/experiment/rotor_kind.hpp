// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/experiment/fabric_kind.hpp"

namespace jacquard::experiment {

// Switches that change their matchings by the clock.
FabricKind rotor_kind();

}  // namespace jacquard::experiment
