// SPDX-License-Identifier: Apache-2.0
// In which order a pipeline's stage runs its passes.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/workload/parallelism.hpp"

namespace jacquard::workload {

// backward: both gradients; backward_data and backward_weights: one of them (zero bubble).
enum class PassKind : std::uint8_t { forward, backward, backward_data, backward_weights };

struct Pass {
  PassKind kind = PassKind::forward;
  int micro_batch = 0;
  int chunk = 0;  // of the stage's virtual stages
};

// Of stage `stage` of `stages`, `micro_batches` through each of `chunks` virtual stages.
//   gpipe        all forward, then all backward, last first (Huang et al. 2019, figure 2)
//   1f1b         PipeDream-flush (Narayanan et al. 2021 s2.2.1)
//   interleaved  the same s2.2.2, in Megatron-LM's order: groups of `stages` micro-batches
//   zero_bubble  ZB-H1 (Qi et al. 2023 s2.2): 1F1B's memory, weights' gradients fill the gaps
// Requires that `stages` divides `micro_batches` where chunks > 1.
std::vector<Pass> passes_of(PipelineSchedule schedule, int stage, int stages, int micro_batches,
                            int chunks);
// Of inference: forward alone.
std::vector<Pass> forward_passes(int micro_batches, int chunks);

// The most micro-batches, times chunks, whose activations a stage holds at a time.
int most_in_flight(PipelineSchedule schedule, int stage, int stages, int micro_batches, int chunks);

}  // namespace jacquard::workload
