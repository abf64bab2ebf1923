// SPDX-License-Identifier: Apache-2.0
// What a run leaves for reports, from what an engine returns.
#pragma once

#include "jacquard/report/fabric/fabric_run.hpp"
#include "sim/experiment/traffic.hpp"
#include "systemc/circuit/circuit_fabric.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::experiment {

void describe(const TrafficItem& item, const systemc::CircuitParameters& parameters,
              const systemc::CircuitOutcome& outcome, report::FabricRun& run);
void describe(const TrafficItem& item, const systemc::PacketOutcome& outcome,
              report::FabricRun& run);

}  // namespace jacquard::experiment
