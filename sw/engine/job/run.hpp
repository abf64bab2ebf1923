// SPDX-License-Identifier: Apache-2.0
// A job in faithful mode: groups on the dimensions they occupy by their configured algorithm,
// concurrent collectives, shared links. docs/astra.md compares it with ASTRA-sim's modes.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/engine/astra/input.hpp"
#include "jacquard/engine/job/durations.hpp"
#include "jacquard/engine/job/workload.hpp"
#include "jacquard/engine/result.hpp"

namespace jacquard::engine::job {

struct Answer {
  std::vector<Workload::Npu> npus;               // every NPU
  std::vector<std::vector<std::int64_t>> bytes;  // sent by each, by the dimension it leaves in
  Result network;
  bool alone = false;  // one NPU was simulated for all
};

// `input.mode` is not looked at. Of its options rendezvous is refused; queues per dimension only
// make more chunks active. Throws ConfigError for what cannot run: it says what, and who waits.
Answer run(const astra::Input& input, const Scales& scales);

}  // namespace jacquard::engine::job
