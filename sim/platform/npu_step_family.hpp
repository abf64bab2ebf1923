// SPDX-License-Identifier: Apache-2.0
// Experiments on steps of training, or of serving, whose computations and collectives share the
// memory of each NPU.
#pragma once

#include "sim/platform/family.hpp"
#include "sim/train/train_config.hpp"
#include "systemc/npu/npu_rounds.hpp"

namespace jacquard::platform {

struct NpuStepExperiment : Experiment {
  train::TrainConfig job;
  systemc::NpuPlatform npu;
};

const config::FieldTable<NpuStepExperiment>& npu_step_fields();

Family npu_step_family();

}  // namespace jacquard::platform
