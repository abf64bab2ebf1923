// SPDX-License-Identifier: Apache-2.0
// The network of a configuration, as engines take it: which way collectives go, and how much a run
// may take.
#pragma once

#include "jacquard/engine/limits.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// `on_stack`: a stack says the order of circuits. The fabric outlives what is returned.
engine::step::CommMachine comm_machine(const TrainConfig& config, const topology::Fabric& fabric,
                                       bool on_stack, const engine::Rules& rules,
                                       engine::Origin origin);

// Throws ConfigError at the key's place for a system that cannot run jobs in this mode.
void require_machine(const TrainConfig& config, const topology::Fabric& fabric,
                     const JobPlaces& places);

engine::Limits limits_of(const TrainConfig& config);

}  // namespace jacquard::train
