// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/platform/family.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/jobs/job_config.hpp"

namespace jacquard::platform {

// Several jobs on one fabric, and each of them alone there: an experiment of kind "jobs".
struct JobsExperiment : Experiment {
  enum class Network { packet, circuit, phases };
  Network network = Network::packet;
  experiment::ExperimentConfig nouns;  // its fabric, circuit and scheduler
  jobs::Sharing sharing = jobs::Sharing::together;
  jobs::Placement placement = jobs::Placement::packed;
  std::vector<jobs::JobConfig> jobs;
};

const config::FieldTable<JobsExperiment>& jobs_fields();

Family jobs_family();

}  // namespace jacquard::platform
