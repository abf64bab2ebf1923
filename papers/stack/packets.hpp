// SPDX-License-Identifier: Apache-2.0
// The same step on a packet switch, tuned as its users would.
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/rules.hpp"
#include "systemc/train/genstack/job_source.hpp"

namespace jacquard::studies {

// How NPUs hand their collectives to the network.
struct PacketTuning {
  int chunks = 1;         // of a collective
  int active_chunks = 1;  // that an NPU runs at once
  engine::Order order = engine::Order::lifo;
};

// "4 chunks, 8 at once, fifo"
std::string name_of(const PacketTuning& tuning);

const std::vector<PacketTuning>& packet_tunings();

// All NPUs at one switch whose ports have the fabric's rate, on the event engine: a link takes
// messages first come, first served. The way is as long as the fabric's longest, and neither
// endpoints nor reductions take time, as in stacks.
base::Picoseconds packet_step(const genstack::GenstackConfig& config, const PacketTuning& tuning);

}  // namespace jacquard::studies
