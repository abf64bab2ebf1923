// SPDX-License-Identifier: Apache-2.0
// How many sequences a step has where nobody says it: of train and of plan.
#pragma once

#include <string>

#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// 4 Mi tokens, as Llama 2 was trained, or the next multiple of `of`: of the NPUs, so that any
// number of replicas divides them.
int usual_batch(int sequence, int of);

// What the user is told of it.
std::string words_of_usual_batch(int batch);     // on stderr, how it came about
std::string sentence_of_usual_batch(int batch);  // beside the answer

// Where nothing says micro-batches of a step of training, and the usual ones do not fit into
// memory, takes the largest that fit. Whether it did.
bool fit_micro_batch(TrainConfig& config, const JobPlaces& places);

// Gives a step of training the usual batch. Unless micro-batches are said, they are as ever, but
// cut until the step fits into memory. Whether it did: inference has a batch of 1.
bool use_usual_batch(TrainConfig& config, const JobPlaces& places);

}  // namespace jacquard::train
