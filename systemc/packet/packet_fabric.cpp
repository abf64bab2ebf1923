// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_fabric.hpp"

#include "systemc/kernel/simulation.hpp"
#include "systemc/packet/packet_module.hpp"

namespace jacquard::systemc {

PacketOutcome simulate_packets(const PacketConfig& config, base::Span<const demand::Flow> flows,
                               const PacketRunOptions& options) {
  const PacketParameters parameters = resolve(config);
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  const PacketModule module("packets", parameters, flows, options);
  sc_core::sc_start();
  if (const auto stall = module.star().stall()) {
    config::Place{"", "/fabric"}.fail("a fabric in which every flow finishes", stall->what,
                                      stall->why +
                                          "; a larger buffer or pfc.headroom drops none, "
                                          "retransmit_timeout repeats what was dropped");
  }
  return module.star().outcome();
}

}  // namespace jacquard::systemc
