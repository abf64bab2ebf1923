// SPDX-License-Identifier: Apache-2.0
// How a model is spread where nobody says it.
#pragma once

#include <string>

#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// Gives a job without degrees the least cutting that fits memory: first tensor parallelism within a
// node, then stages; other NPUs are replicas whose optimizer is sharded (ZeRO-1), and experts lie
// on as many of them as a node has. Where none fits, full recomputation, then ZeRO-3, then both.
// Whether it did: not on a graph and on one NPU. Throws ConfigError where nothing fits.
bool use_usual_degrees(TrainConfig& config, const JobPlaces& places, bool batch_is_said);

std::string sentence_of_usual_degrees(const TrainConfig& config);

}  // namespace jacquard::train
