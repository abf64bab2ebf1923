// SPDX-License-Identifier: Apache-2.0
// How a model is spread where nobody says it.
#pragma once

#include <string>

#include "systemc/plan/knobs/problem.hpp"

namespace jacquard::knobs {

// Gives a job without degrees those that people try first. Of training, the fastest that fits of
// tensor parallelism within a node, up to 16 stages, experts over up to 64 NPUs, ZeRO-1 or ZeRO-3,
// and small micro-batches, with full recomputation or none. Of inference, the least cutting that
// fits: first tensor parallelism, then stages. Whether it did: not on a graph and on one NPU.
// Throws ConfigError where nothing fits.
bool use_usual_degrees(Problem& problem, bool batch_is_said);

std::string sentence_of_usual_degrees(const train::TrainConfig& config);

}  // namespace jacquard::knobs
