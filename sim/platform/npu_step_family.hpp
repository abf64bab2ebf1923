// SPDX-License-Identifier: Apache-2.0
// Experiments on steps of training, or of serving, whose computations and collectives share the
// memory of each NPU.
#pragma once

#include "sim/platform/family.hpp"
#include "systemc/npu/npu_rounds.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::platform {

struct NpuStepExperiment : Experiment {
  train::TrainConfig job;
  systemc::NpuPlatform npu;
};

const config::FieldTable<NpuStepExperiment>& npu_step_fields();

Family npu_step_family();

}  // namespace jacquard::platform
