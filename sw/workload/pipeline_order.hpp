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
  // A forward pass that runs together with the backward pass behind it: both begin when both have
  // their inputs, and what they give is sent when both end.
  bool with_next = false;
};

// Of stage `stage` of `stages`, `micro_batches` through each of `chunks` virtual stages.
//   gpipe        all forward, then all backward, last first (Huang et al. 2019, figure 2)
//   1f1b         PipeDream-flush (Narayanan et al. 2021 s2.2.1)
//   interleaved  the same s2.2.2, in Megatron-LM's order: groups of `stages` micro-batches
//   zero_bubble  ZB-H1 (Qi et al. 2023 s2.2): 1F1B's memory, weights' gradients fill the gaps
//   zero_bubble_v  ZB-V (its s6): two chunks a stage in a V, 1F1B's memory, no bubble if forward
//                and both gradients take as long
//   dualpipe     DeepSeek-V3 s3.2.1: the first half of the micro-batches from the first stage on
//                (chunk 0), the others from the last (chunk 1); an even number of stages, and of
//                micro-batches at least twice as many
// Requires that `stages` divides `micro_batches` where interleaved chunks > 1.
std::vector<Pass> passes_of(PipelineSchedule schedule, int stage, int stages, int micro_batches,
                            int chunks);
std::vector<Pass> zero_bubble_v(int stage, int stages, int micro_batches);
std::vector<Pass> dualpipe(int stage, int stages, int micro_batches);

// Which virtual stage a chunk of a stage is, in the model's order; and which stage has a virtual
// stage, of dualpipe that of the direction `chunk`.
int place_of(PipelineSchedule schedule, int stage, int chunk, int stages);
int stage_of(PipelineSchedule schedule, int place, int chunk, int stages);
// Of inference: forward alone.
std::vector<Pass> forward_passes(int micro_batches, int chunks);

// The most micro-batches, times chunks, whose activations a stage holds at a time.
int most_in_flight(PipelineSchedule schedule, int stage, int stages, int micro_batches, int chunks);

}  // namespace jacquard::workload
