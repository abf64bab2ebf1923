// SPDX-License-Identifier: Apache-2.0
// What a search of knobs is asked: a step whose parallelism is open, and within which limits.
#pragma once

#include "systemc/train/train_config.hpp"

namespace jacquard::knobs {

// What a training costs, where its tokens or a price are known.
struct Money {
  double dollars_per_hour = 0;  // of an NPU; 0: not known
  double training_tokens = 0;   // 0: not known
};

struct Problem {
  train::TrainConfig config;  // its `parallel` is what the search is to find
  train::JobPlaces places;
  base::Bytes memory{0};  // of an NPU; 0: what its device has
  double margin = 0;      // of fragmentation: so much more than a step's memory must fit
  Money money;
  bool usual_batch = false;  // nobody said a batch
  int threads = 0;           // 0: as many as the machine has
};

// Tokens of a sequence.
inline int tokens_of(const train::TrainConfig& config) {
  return config.sequence > 0 ? config.sequence : config.model.sequence;
}

}  // namespace jacquard::knobs
