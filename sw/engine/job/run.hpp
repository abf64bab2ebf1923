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
  // When each node began and ended, in the order of their ids, at each NPU that was simulated, ...
  std::vector<std::vector<Interval>> intervals;
  std::vector<int> simulated;   // ... which NPUs these are, ...
  std::vector<int> standing;    // ... and which of them, by its place in the list, stands for each
                                // NPU; empty: each for itself
  bool representative = false;  // one NPU was simulated for all of its class

  const std::vector<Interval>& intervals_of(int npu) const {
    return base::at(intervals, standing.empty() ? npu : base::at(standing, npu));
  }
};

// Why a scenario's job cannot run on its network, in an engine of that name.
std::optional<base::InputFault> refusal(const Scenario& scenario, const char* engine);

// The scenario's job, which refusal() has nothing against. Result::npu_ends are the NPUs' ends,
// Result::collectives those of the job's rounds. Throws ConfigError for what cannot run: the fault
// says what, and who waits; for more than the limits allow; and for an NPU whose tensors take more
// memory than it has, or whose graph does not name them.
Result run(const Scenario& scenario);

// The same with communications by closed forms (closed_forms.hpp). Result has no dimensions.
Result run_analytic(const Scenario& scenario);
std::optional<base::InputFault> refuse_analytic(const Scenario& scenario);
// Collectives with a launch, a protocol, packets or a permutation, which the event engine has.
std::optional<base::InputFault> refuse_protocols(const JobWork& work, const char* engine);

// The rounds of one NPU for each class of a scenario that refusal() has nothing against, where its
// symmetry allows that and it is exact; nothing elsewhere.
std::optional<JobRounds> rounds_by_symmetry(const Scenario& scenario);

}  // namespace jacquard::engine::job
