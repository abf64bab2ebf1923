// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/circuit/framing.hpp"
#include "systemc/fabric/fabric.hpp"
#include "systemc/rotor/rotor_config.hpp"

namespace jacquard::systemc {

// What only rotors have.
struct RotorFigures {
  std::int64_t packets = 0;      // delivered
  std::int64_t reordered = 0;    // of them, after a later one of their flow
  std::int64_t packet_hops = 0;  // links that they passed
  std::int64_t short_packets = 0;
  std::int64_t slices = 0;       // until the end
  base::Bytes largest_relay{0};  // that a port held for others
  double path_mean = 0;          // of short ways, over all moments and pairs; 0: none are used
  std::int64_t path_longest = 0;
};

// Switches that change by the clock (RotorNet, Opera, Sirius): packets wait for their circuit, rest
// at a port between, or go over several hops at once. Every packet of every link is an event.
class Rotors final : public Fabric {
 public:
  // `framing`: of a port's whole rate.
  Rotors(RotorConfig config, Framing framing, base::Picoseconds link_delay, base::Picoseconds guard)
      : config_(config), framing_(framing), link_delay_(link_delay), guard_(guard) {}

  // Throws ConfigError for short ways that reach not all, and for slots too short for a packet.
  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override;

 private:
  RotorConfig config_;
  Framing framing_;
  base::Picoseconds link_delay_, guard_;
};

}  // namespace jacquard::systemc
