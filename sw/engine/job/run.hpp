// SPDX-License-Identifier: Apache-2.0
// Faithful mode of whole jobs: NPUs that compute, fetch and communicate, with groups where they
// are, concurrent collectives, shared links. docs/astra.md compares it with ASTRA-sim's modes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/memory.hpp"
#include "jacquard/engine/job/node_runner.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine::job {

// What a job's Result has beside the network's.
struct Answer {
  std::vector<NodeRunner::Npu> npus;             // every NPU
  std::vector<std::vector<std::int64_t>> bytes;  // sent by each, by the dimension it leaves in
  std::vector<std::optional<base::Bytes>> peak_memory;  // of each; nothing: no tensors are named
  // When each node began and ended, in the order of their ids; of NPU 0 only where it stands for
  // all.
  std::vector<std::vector<NodeRunner::Interval>> intervals;
  bool representative = false;  // one NPU was simulated for all
};

// Why a scenario's job cannot run on its network.
std::optional<base::InputFault> refusal(const Scenario& scenario);

// The scenario's job, which refusal() has nothing against. Result::npu_ends are the NPUs' ends,
// Result::collectives those of the job's rounds. Throws ConfigError for what cannot run: the fault
// says what, and who waits; for more than the limits allow; and for an NPU whose tensors take more
// memory than it has, or whose graph does not name them.
Result run(const Scenario& scenario);

}  // namespace jacquard::engine::job
