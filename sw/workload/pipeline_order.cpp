// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/pipeline_order.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

std::vector<Pass> gpipe(int micro_batches) {
  std::vector<Pass> passes;
  passes.reserve(2 * static_cast<std::size_t>(micro_batches));
  for (int i = 0; i < micro_batches; ++i) passes.push_back({PassKind::forward, i, 0});
  for (int i = micro_batches - 1; i >= 0; --i) passes.push_back({PassKind::backward, i, 0});
  return passes;
}

// Passes before the first backward pass: in the steady state each forward pass is followed by a
// backward one.
int warm_up(int stage, int stages, int micro_batches, int chunks) {
  const std::int64_t all = static_cast<std::int64_t>(micro_batches) * chunks;
  const std::int64_t depth = stages - stage - 1;
  const std::int64_t ahead =
      chunks == 1 ? depth : 2 * depth + static_cast<std::int64_t>(chunks - 1) * stages;
  return static_cast<int>(std::min(all, ahead));
}

// The k-th forward (or backward) pass of a stage.
Pass pass_at(PassKind kind, int k, int stages, int chunks) {
  if (chunks == 1) return {kind, k, 0};
  const int group = stages * chunks;
  const int chunk = k % group / stages;
  return {kind, k / group * stages + k % stages,
          kind == PassKind::forward ? chunk : chunks - 1 - chunk};
}

std::vector<Pass> one_f_one_b(int stage, int stages, int micro_batches, int chunks) {
  const int all = micro_batches * chunks;
  const int ahead = warm_up(stage, stages, micro_batches, chunks);
  std::vector<Pass> passes;
  passes.reserve(2 * static_cast<std::size_t>(all));
  for (int k = 0; k < ahead; ++k) passes.push_back(pass_at(PassKind::forward, k, stages, chunks));
  for (int k = 0; k < all; ++k) {
    if (k + ahead < all) {
      passes.push_back(pass_at(PassKind::forward, k + ahead, stages, chunks));
    }
    passes.push_back(pass_at(PassKind::backward, k, stages, chunks));
  }
  return passes;
}

// As 1F1B, but a stage puts off the weights' gradients of its first `stage` micro-batches, so that
// the stage before it gets its gradient sooner.
std::vector<Pass> zero_bubble(int stage, int stages, int micro_batches) {
  const int ahead = warm_up(stage, stages, micro_batches, 1);
  std::vector<Pass> passes;
  passes.reserve(3 * static_cast<std::size_t>(micro_batches));
  for (int k = 0; k < ahead; ++k) passes.push_back({PassKind::forward, k, 0});
  int put_off = 0;
  for (int k = 0; k < micro_batches; ++k) {
    if (k + ahead < micro_batches) passes.push_back({PassKind::forward, k + ahead, 0});
    passes.push_back({PassKind::backward_data, k, 0});
    if (k >= stage) passes.push_back({PassKind::backward_weights, put_off++, 0});
  }
  while (put_off < micro_batches) passes.push_back({PassKind::backward_weights, put_off++, 0});
  return passes;
}

}  // namespace

std::vector<Pass> passes_of(PipelineSchedule schedule, int stage, int stages, int micro_batches,
                            int chunks) {
  switch (schedule) {
    case PipelineSchedule::gpipe:
      return gpipe(micro_batches);
    case PipelineSchedule::zero_bubble:
      return zero_bubble(stage, stages, micro_batches);
    case PipelineSchedule::zero_bubble_v:
      return zero_bubble_v(stage, stages, micro_batches);
    case PipelineSchedule::dualpipe:
      return dualpipe(stage, stages, micro_batches);
    case PipelineSchedule::one_f_one_b:
    case PipelineSchedule::interleaved:
      break;
  }
  return one_f_one_b(stage, stages, micro_batches, chunks);
}

int place_of(PipelineSchedule schedule, int stage, int chunk, int stages) {
  if (schedule == PipelineSchedule::zero_bubble_v && chunk == 1) return 2 * stages - 1 - stage;
  if (schedule == PipelineSchedule::dualpipe && chunk == 1) return stages - 1 - stage;
  return chunk * stages + stage;
}

int stage_of(PipelineSchedule schedule, int place, int chunk, int stages) {
  if (schedule == PipelineSchedule::zero_bubble_v && place >= stages) return 2 * stages - 1 - place;
  if (schedule == PipelineSchedule::dualpipe && chunk == 1) return stages - 1 - place;
  return place % stages;
}

std::vector<Pass> forward_passes(int micro_batches, int chunks) {
  std::vector<Pass> passes;
  for (int i = 0; i < micro_batches; ++i) {
    for (int chunk = 0; chunk < chunks; ++chunk) passes.push_back({PassKind::forward, i, chunk});
  }
  return passes;
}

int most_in_flight(PipelineSchedule schedule, int stage, int stages, int micro_batches,
                   int chunks) {
  if (schedule == PipelineSchedule::gpipe) return micro_batches * chunks;
  if (schedule == PipelineSchedule::zero_bubble_v) return 2 * std::min(micro_batches, stages);
  if (schedule == PipelineSchedule::dualpipe) return stages + 1;
  // Weights' gradients that are put off need what they are made of.
  if (schedule == PipelineSchedule::zero_bubble) return std::min(micro_batches, stages);
  return std::min(micro_batches * chunks, warm_up(stage, stages, micro_batches, chunks) + 1);
}

}  // namespace jacquard::workload
