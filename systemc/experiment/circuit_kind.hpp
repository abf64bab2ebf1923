// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/demand/quantise.hpp"
#include "systemc/circuit/circuit_parameters.hpp"
#include "systemc/experiment/fabric_kind.hpp"

namespace jacquard::experiment {

// Circuit switches, and a scheduler that sets them.
FabricKind circuit_kind();
const KindFigures& circuit_figures();

// What an experiment says of its circuits, with nothing left open. Throws ConfigError as resolve()
// does.
systemc::CircuitParameters circuit_of(const ExperimentConfig& config, std::uint64_t seed);

// How the demands are counted.
demand::Quantisation counting_of(const ExperimentConfig& config,
                                 const systemc::CircuitParameters& circuit);

}  // namespace jacquard::experiment
