// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's answer to ASTRA-sim's input: its cycles to the nanosecond, without its hangs.
// docs/astra.md says what the modes mean.
#pragma once

#include <vector>

#include "jacquard/astra/input.hpp"
#include "jacquard/astra/workload.hpp"

namespace jacquard::astra {

struct Answer {
  std::vector<Finish> finished;  // every NPU, in the order in which they finish
  std::vector<int> stands_for;   // of each NPU, the one that was simulated for it
  // Of each NPU that Input::shown names: when each of its nodes was under way.
  std::vector<std::vector<Spell>> spells;
  // Sent by each NPU, by the dimension in which it leaves.
  std::vector<std::vector<std::int64_t>> bytes;
  // Of each dimension: its links, and how long they were busy, summed over them (0 unless
  // Input::measure_links). Unaware, a message has all links of its way at once, beside any others.
  struct Links {
    double count = 0;
    double bytes = 0;  // carried, once for each link that a message takes
    double busy_ns = 0;
  };
  std::vector<Links> links;
  std::int64_t messages = 0;  // of the NPUs that were simulated
  std::int64_t events = 0;
};

// Throws ConfigError where ASTRA-sim would hang or crash: it says what, and who waits for whom; for
// what cannot be counted or timed in 64 bits; and beyond the limits of the input.
Answer run(const Input& input);

}  // namespace jacquard::astra
