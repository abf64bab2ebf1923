// SPDX-License-Identifier: Apache-2.0
// Faithful mode of whole jobs: NPUs that compute, fetch and communicate, with groups where they
// are, concurrent collectives, shared links. docs/astra.md compares it with ASTRA-sim's modes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "jacquard/engine/job/memory.hpp"
#include "jacquard/engine/job/node_runner.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/limits.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine::job {

// The work and the fabric outlive it.
struct JobScenario {
  const JobWork& work;
  const topology::Fabric& fabric;
  Rules rules;
  Limits limits;
  Symmetry symmetry = Symmetry::automatic;
  std::function<void(std::int64_t events)> progress = {};  // as Scenario's
};

struct Answer {
  std::vector<NodeRunner::Npu> npus;             // every NPU
  std::vector<std::vector<std::int64_t>> bytes;  // sent by each, by the dimension it leaves in
  std::vector<std::optional<base::Bytes>> peak_memory;  // of each; nothing: no tensors are named
  // When each node began and ended, in the order of their ids; of NPU 0 only where it stands for
  // all.
  std::vector<std::vector<NodeRunner::Interval>> intervals;
  Result network;
  bool representative = false;  // one NPU was simulated for all
};

// Throws ConfigError for what cannot run: the fault says what, and who waits; and for an NPU whose
// tensors take more memory than it has, or whose graph does not name them.
Answer run(const JobScenario& scenario);

}  // namespace jacquard::engine::job
