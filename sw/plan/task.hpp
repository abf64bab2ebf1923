// SPDX-License-Identifier: Apache-2.0
// What is done with a model: MAD-Max s2.1.
#pragma once

#include <cstdint>

namespace jacquard::plan {

enum class TaskKind : std::uint8_t { pretrain, finetune, inference };

struct Task {
  TaskKind kind = TaskKind::pretrain;
  std::int64_t batch = 0;  // samples of all devices together; 0: the model's
  // Of fine-tuning: whose weights stay.
  bool frozen_bottom = false;
  bool frozen_top = false;
  bool frozen_embedding = false;
  bool frozen_blocks = false;
  int frozen_from = -1;  // blocks from this one on stay; -1: none
  // Samples that a device's blocks take at once where the physical mode accumulates gradients; it
  // divides the local batch. 0: the most that fit into memory.
  std::int64_t micro_batch = 0;
};

}  // namespace jacquard::plan
