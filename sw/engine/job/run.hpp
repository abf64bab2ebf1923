// SPDX-License-Identifier: Apache-2.0
// A job in faithful mode: groups on the dimensions they occupy by their configured algorithm,
// concurrent collectives, shared links. docs/astra.md compares it with ASTRA-sim's modes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/astra/input.hpp"
#include "jacquard/engine/job/durations.hpp"
#include "jacquard/engine/job/memory.hpp"
#include "jacquard/engine/job/workload.hpp"
#include "jacquard/engine/result.hpp"

namespace jacquard::engine::job {

struct Answer {
  std::vector<Workload::Npu> npus;               // every NPU
  std::vector<std::vector<std::int64_t>> bytes;  // sent by each, by the dimension it leaves in
  std::vector<std::optional<base::Bytes>> peak_memory;  // of each; nothing: no tensors are named
  // When each node began and ended, in the order of their ids; of NPU 0 alone where it stands for
  // all.
  std::vector<std::vector<Workload::Interval>> intervals;
  Result network;
  bool alone = false;  // one NPU was simulated for all
};

struct Options {
  Scales scales;
  std::optional<base::Bytes> memory;  // that each NPU has
};

// `input.mode` is not looked at. Of its options rendezvous is refused; queues per dimension only
// make more chunks active. Throws ConfigError for what cannot run: it says what, and who waits; and
// for an NPU whose tensors take more memory than it has, or whose trace does not name them.
Answer run(const astra::Input& input, const Options& options);

}  // namespace jacquard::engine::job
