// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/platform/family.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::platform {

// A step of a job with one thing after another going wrong in it: an experiment of kind
// "job_faults". Each variant is a fault; beside it the same step is run without any.
struct JobFaultsExperiment : Experiment {
  train::TrainConfig job;
  // An NPU that dies so far into the step, as a share of it; 0: none does. It is noticed after
  // `faults.patience`, a spare takes its place after `faults.spare_swap`, reads the dead one's
  // weights and optimizer from its replicas through one link, and the step begins anew.
  double npu_dies_at = 0;
};

const config::FieldTable<JobFaultsExperiment>& job_faults_fields();

Family job_faults_family();

}  // namespace jacquard::platform
