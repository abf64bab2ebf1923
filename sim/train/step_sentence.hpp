// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/train/step_rows.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// What nobody said of a job, and was given its usual value.
struct Unsaid {
  bool batch = false;
  bool degrees = false;
  bool engine = false;
};

// How long a step takes, what NPUs do meanwhile, and what nobody said.
std::string words_of_step(const TrainConfig& config, const StepRow& row, Unsaid unsaid);

}  // namespace jacquard::train
