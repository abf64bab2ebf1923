// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quantise.hpp"
#include "systemc/circuit/circuit_config.hpp"
#include "systemc/circuit/framing.hpp"

namespace jacquard::systemc {

// What one of several parallel switches carries.
struct SwitchPart {
  demand::DemandMatrix data;
  demand::DemandMatrix carried;  // the data, and acknowledgements
};

// A demand between `switches` switches. Acknowledgements ride where their pair has circuits, not
// beside the data that they are for. By settings: those of holds-first on the demand as it is
// counted, dealt out as schedule::over_switches() does. The parts sum to the demand.
std::vector<SwitchPart> divide(const demand::DemandMatrix& data, const Framing& framing,
                               const demand::Quantisation& counting, int switches,
                               Division division);

}  // namespace jacquard::systemc
