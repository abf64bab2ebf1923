// SPDX-License-Identifier: Apache-2.0
// Everything that decides a result.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "jacquard/collective/request.hpp"
#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/limits.hpp"
#include "jacquard/engine/machine.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/network_view.hpp"

namespace jacquard::engine {

// Whether one NPU may stand for all where they are alike. Results are equal.
enum class Symmetry { automatic, off };

namespace job {
struct JobWork;
}
namespace step {
struct StepWork;
}

// Rounds, a job or a step, which outlive the work. NPU numbers of rounds are those of the network.
// A queue of an NPU belongs to a channel's dimension, which is the fabric's; on a user's graph it
// is any. Closed forms and ASTRA-sim's modes answer the request that rounds were made from, null
// where the rounds are a user's.
struct Work {
  Work(const rounds::RoundGraph& of_rounds,  // NOLINT: rounds are work
       const collective::CollectiveRequest* made_from = nullptr)
      : graph(&of_rounds), request(made_from) {}
  Work(const job::JobWork& of_job) : job(&of_job) {}       // NOLINT
  Work(const step::StepWork& of_step) : step(&of_step) {}  // NOLINT
  Work(const rounds::RoundGraph&&, const collective::CollectiveRequest* = nullptr) = delete;
  Work(const job::JobWork&&) = delete;
  Work(const step::StepWork&&) = delete;

  const rounds::RoundGraph* graph = nullptr;
  const collective::CollectiveRequest* request = nullptr;
  const job::JobWork* job = nullptr;
  const step::StepWork* step = nullptr;
};

// The network and the machine outlive it.
struct Scenario {
  const rounds::RoundGraph& graph() const { return *work.graph; }

  Work work;
  topology::NetworkView network;
  Rules rules;
  Disturbance disturbance;
  Mode mode = Mode::faithful;
  Symmetry symmetry = Symmetry::automatic;
  base::Picoseconds guard{0};  // dead time of a circuit switch's port that changes its partner
  const Machine* machine = nullptr;  // of a job; null: the engine's own NPUs
  Limits limits = {};
  Origin origin = {};  // of the work
  // Notified of what a run will cost, before the run, where the engine can say so; and now and then
  // of how many events there have been, 0 while a run is prepared. Both may be empty, and decide
  // nothing.
  std::function<void(const ExpectedWork&)> expects = {};
  std::function<void(std::int64_t events)> progress = {};
};

}  // namespace jacquard::engine
