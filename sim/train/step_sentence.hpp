// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/train/step_rows.hpp"
#include "sim/train/train_config.hpp"

namespace jacquard::train {

// How long a step takes, and what NPUs do meanwhile. `usual_batch`: nobody said a batch.
std::string words_of_step(const TrainConfig& config, const StepRow& row, bool usual_batch);

}  // namespace jacquard::train
