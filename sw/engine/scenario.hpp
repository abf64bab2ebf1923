// SPDX-License-Identifier: Apache-2.0
// Everything that decides a result.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/network_view.hpp"

namespace jacquard::engine {

// Whether one NPU may stand for all where they are alike. Results are equal.
enum class Symmetry { automatic, off };

// Rounds, and the request they were made from, which closed forms and ASTRA-sim's modes answer;
// null where they are a user's. Both outlive the work. NPU numbers of the graph are those of the
// network. A queue of an NPU belongs to a channel's dimension, which is the fabric's; on a user's
// graph it is any.
struct Work {
  Work(const rounds::RoundGraph& of_rounds,  // NOLINT: rounds are work
       const collective::CollectiveRequest* made_from = nullptr)
      : graph(&of_rounds), request(made_from) {}
  Work(const rounds::RoundGraph&&) = delete;

  const rounds::RoundGraph* graph;
  const collective::CollectiveRequest* request;
};

// What a user allows. More is refused before it runs.
struct Limits {
  double events = std::numeric_limits<double>::infinity();
  double bytes = std::numeric_limits<double>::infinity();  // of memory
};

// What a run will cost, to about a factor of two, found without running it.
struct ExpectedWork {
  double events = 0;
  double bytes = 0;  // of memory
};

// The network outlives it.
struct Scenario {
  const rounds::RoundGraph& graph() const { return *work.graph; }

  Work work;
  topology::NetworkView network;
  Rules rules;
  Disturbance disturbance;
  Mode mode = Mode::faithful;
  Symmetry symmetry = Symmetry::automatic;
  base::Picoseconds guard{0};  // dead time of a circuit switch's port that changes its partner
  Limits limits = {};
  Origin origin = {};  // of the work
  // Notified of what a run will cost, before the run; and now and then of how many events there
  // have been, 0 while a run is prepared. Both may be empty, and decide nothing.
  std::function<void(const ExpectedWork&)> expects = {};
  std::function<void(std::int64_t events)> progress = {};
};

}  // namespace jacquard::engine
