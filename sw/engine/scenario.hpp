// SPDX-License-Identifier: Apache-2.0
// Everything that decides a result.
#pragma once

#include <cstdint>
#include <functional>

#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/network_view.hpp"

namespace jacquard::engine {

// Whether one NPU may stand for all where they are alike. Results are equal.
enum class Symmetry { automatic, off };

// The graph and the network outlive it. NPU numbers of the graph are those of the network. A queue
// of an NPU belongs to a channel's dimension, which is the fabric's; on a user's graph it is any.
struct Scenario {
  const rounds::RoundGraph& graph;
  topology::NetworkView network;
  Rules rules;
  Disturbance disturbance;
  Mode mode = Mode::faithful;
  Symmetry symmetry = Symmetry::automatic;
  // Told now and then how many events there have been, 0 while a run is prepared; may be empty. It
  // decides nothing.
  std::function<void(std::int64_t events)> progress = {};
};

}  // namespace jacquard::engine
