// SPDX-License-Identifier: Apache-2.0
// Names within configurations that stand for a file of configs/: each must be there. They are read
// where they are used, which a check does not come to.
#pragma once

#include "jacquard/gemm/chip.hpp"
#include "jacquard/systems/cluster.hpp"
#include "jacquard/topology/system.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/train/genstack/genstack_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::cli {

// Each throws ConfigError at the key below `place` whose name is none.
void require_named_parts(const topology::System& system, const config::Place& place);
void require_named_parts(const train::TrainConfig& job, const config::Place& place);
void require_named_parts(const systems::Cluster& cluster, const config::Place& place);
void require_named_parts(const gemm::Chip& chip, const config::Place& place);
void require_named_parts(const experiment::ExperimentConfig& experiment,
                         const config::Place& place);
void require_named_parts(const genstack::GenstackConfig& genstack, const config::Place& place);

}  // namespace jacquard::cli
