// SPDX-License-Identifier: Apache-2.0
// A setting as the options of a training framework.
#pragma once

#include "sim/plan/knobs/rows.hpp"

namespace jacquard::knobs {

// Options of Megatron-LM (megatron/training/arguments.py, and the fields of TransformerConfig and
// ModelParallelConfig that it takes options from). ZeRO 2 and 3 are those of Megatron-FSDP. What
// has no option stands in the notes.
LaunchRow megatron_launch(const train::TrainConfig& config);

// Options of torchtitan (its JobConfig: parallelism, activation_checkpoint, training). The model is
// one that it has by name.
LaunchRow torchtitan_launch(const train::TrainConfig& config);

}  // namespace jacquard::knobs
