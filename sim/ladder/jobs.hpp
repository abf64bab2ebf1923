// SPDX-License-Identifier: Apache-2.0
// What can climb: steps of `train`, and strategies of the planner's models.
#pragma once

#include "jacquard/plan/evaluate.hpp"
#include "sim/ladder/rungs.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::ladder {

// The job on each rung; its own `detail`, `hbm`, `npu` and scheduler.kind give way to the rung's.
// `most_accesses`: systemc::JobMachine's. Throws ConfigError for a job on a stack, which has a
// network of its own.
Run of_step(const train::TrainConfig& config, const train::JobPlaces& places,
            std::int64_t most_accesses);

// The planner's request by a strategy, as one batch of each device. Its all-to-alls of embeddings
// are known ahead, so no rung has anything to decide. The request outlives what is returned.
Run of_layers(const plan::Request& request, const plan::Strategy& strategy,
              std::int64_t most_accesses);

// Throws ConfigError where a rung decides something, as these jobs, and those of traces, leave
// nothing open.
void refuse_decided(const Rung& rung);

// Jobs of the table in docs/engines.md: names of configs/jobs, or of a planner's model with its
// cluster.
struct Shipped {
  const char* job;
  const char* system;  // "" of a job
  const char* strategy;
};
const std::vector<Shipped>& shipped_jobs();

}  // namespace jacquard::ladder
