// SPDX-License-Identifier: Apache-2.0
// How tensor parallelism communicates beside its products, as one word.
#pragma once

#include <string>

#include "systemc/train/train_config.hpp"

namespace jacquard::train {

//   none              whole communications before and behind products
//   async             Parallelism::async_tp, a bound: parts as fine as one likes, at no cost
//   meshslice:S       Parallelism::tp_slices = S (MeshSlice s3.1 on one row of chips)
//   meshslice:auto    the S with the shortest step in closed form, of the divisors of an NPU's
//                     tokens up to kMostSlices, 1 included; the least of equals
// Sets the knobs of `config`. Throws ConfigError naming `source` for another word, and as
// prepare().
void set_overlap(TrainConfig& config, const JobPlaces& places, const std::string& word,
                 const std::string& source);

inline constexpr int kMostSlices = 64;

}  // namespace jacquard::train
