// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's answer to ASTRA-sim's input: its cycles to the nanosecond, without its hangs.
// docs/astra.md says what the modes mean.
#pragma once

#include <vector>

#include "jacquard/engine/astra/input.hpp"
#include "jacquard/engine/astra/workload.hpp"

namespace jacquard::engine::astra {

struct Answer {
  std::vector<Finish> finished;  // every NPU, in the order in which they finish
  std::vector<int> stands_for;   // of each NPU, the one that was simulated for it
  // Sent by each NPU, by the dimension in which it leaves.
  std::vector<std::vector<std::int64_t>> bytes;
  std::int64_t messages = 0;  // of the NPUs that were simulated
  std::int64_t events = 0;
};

// Throws ConfigError where ASTRA-sim would hang or crash: it says what, and who waits for whom.
Answer run(const Input& input);

}  // namespace jacquard::engine::astra
