// SPDX-License-Identifier: Apache-2.0
// What a collective reaches of its system, and its time by NCCL's law where it stays in a node.
#pragma once

#include <optional>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/topology/network.hpp"
#include "systemc/collective/run_collective.hpp"

namespace jacquard::run {

struct Reached {
  std::optional<systems::NodeOfDevice> node;  // none: links carry all
  int per_node = 0;   // NPUs of a node, whether or not it has a law; 0: none is known
  bool rules = true;  // what NPUs do with messages is the system's: NCCL's law knows no other
  std::optional<topology::Network> network;  // whose links have what is reached

  // Of a network at line rates, what carries messages.
  const topology::Network& carrier(const topology::Network& line_rates) const {
    return network ? *network : line_rates;
  }
};

// By the config's law. Throws ConfigError at --law where it asks for what the system does not say,
// and at `place`, the system's, for a device that is none. Without a system nothing is reached but
// links.
Reached reached_of(const CollectiveConfig& config, const topology::System* system,
                   const config::Place& place, const topology::Network& network);

struct NodeTime {
  std::string algorithm;  // "nccl-ring", "nccl-nvls" or "nccl-pairs"
  base::Picoseconds time{0};
};

// Where all members of each group are in one node, the messages are even and nothing is disturbed:
// what NCCL takes. Nothing for other kinds than all-reduce, reduce-scatter, all-gather, all-to-all
// and broadcast.
std::optional<NodeTime> node_time_of(const CollectiveConfig& config, const Reached& reached,
                                     const topology::Network& network,
                                     const collective::CollectiveRequest& request);

// The collective without rounds, and its time, as rows and sentences take them.
Work work_of(const NodeTime& law, collective::CollectiveRequest request);
engine::Result result_of(const NodeTime& law);

}  // namespace jacquard::run
