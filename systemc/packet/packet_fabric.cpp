// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_fabric.hpp"

#include "systemc/kernel/simulation.hpp"
#include "systemc/packet/packet_module.hpp"

namespace jacquard::systemc {
namespace {

// What would keep packets from being dropped for ever.
std::string advice(const PacketParameters& p) {
  std::string text = p.memory.pfc ? "a larger fabric.buffer or fabric.pfc.headroom drops none"
                                  : "fabric.pfc.enabled=true or a larger fabric.buffer drops none";
  const bool repeats = p.retransmit_timeout.count() > 0;
  return repeats ? text : text + ", fabric.retransmit_timeout repeats what was dropped";
}

}  // namespace

PacketOutcome simulate_packets(const PacketConfig& config, base::Span<const demand::Flow> flows,
                               const PacketRunOptions& options) {
  const PacketParameters parameters = resolve(config);
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  const PacketModule module("packets", parameters, flows, options);
  sc_core::sc_start();
  if (const auto stall = module.star().stall()) {
    config::Place{"", "/fabric"}.fail("a fabric in which every flow finishes", stall->what,
                                      stall->why + "; " + advice(parameters));
  }
  return module.star().outcome();
}

}  // namespace jacquard::systemc
