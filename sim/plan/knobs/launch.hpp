// SPDX-License-Identifier: Apache-2.0
// A setting as what starts a training framework with it.
#pragma once

#include "jacquard/launch/training.hpp"
#include "sim/plan/knobs/rows.hpp"

namespace jacquard::knobs {

// What the framework cannot run stands in the notes.
LaunchRow launch_row(const train::TrainConfig& config, launch::Framework framework);

// The framework of --launch. Throws ConfigError for what it cannot run.
LaunchRow asked_launch_row(const train::TrainConfig& config, const std::string& framework);

}  // namespace jacquard::knobs
