// SPDX-License-Identifier: Apache-2.0
// A graph of rounds carried by circuit switches: the cycle engine of collectives.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::systemc {

inline constexpr int kMostRoundsNpus = 64;

struct RoundsScenario {
  const rounds::RoundGraph& graph;
  const topology::Fabric& fabric;
  engine::Rules rules;
  base::Picoseconds guard{0};
  std::uint64_t disturbance = 0;  // not 0: another order of simultaneous events (for tests)
};

// Runs the graph to its last message in a SystemC simulation of its own. Each link of an NPU is a
// port of a crossbar: one crossbar for a switch, one for each direction of a ring, one for each
// distance of a fully connected block; their circuits are made message by message. Throws
// ConfigError for more than kMostRoundsNpus NPUs, a graph of more NPUs than the fabric, a message
// that would pass several links' circuits (within a ring, or through several dimensions),
// messages of more than 46 days in all, and a run that stalls, naming who waits for what. Not for
// use by several threads.
engine::Result simulate_rounds(const RoundsScenario& scenario);

}  // namespace jacquard::systemc
