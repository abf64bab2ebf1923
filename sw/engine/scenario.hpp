// SPDX-License-Identifier: Apache-2.0
// Everything that decides a result.
#pragma once

#include "jacquard/demand/rounds/round_graph.hpp"
#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine {

// Whether one NPU may stand for all where they are alike. Results are equal.
enum class Symmetry { automatic, off };

// The graph and the fabric outlive it. NPU numbers of the graph are those of the fabric; a
// channel's dimension is the fabric's, and is what a queue of an NPU belongs to.
struct Scenario {
  const demand::RoundGraph& graph;
  const topology::Fabric& fabric;
  Rules rules;
  Disturbance disturbance;
  Mode mode = Mode::faithful;
  Symmetry symmetry = Symmetry::automatic;
};

}  // namespace jacquard::engine
