// SPDX-License-Identifier: Apache-2.0
// Points of COSMIC's design space (Table 4): knobs of the workload, the collectives and the
// network.
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// Degrees of dp, sp (cp), tp and pp, powers of two that multiply to `npus`, with at most
// `most_stages` stages (4 in Table 4), each with weights sharded (zero 3) and not: what a search of
// the workload alone may choose. Those are left out that do not split the job's model or batch.
// Other knobs are the job's.
std::vector<workload::Parallelism> table4_parallelisms(const TrainConfig& job, int npus,
                                                       int most_stages);

// A point of the whole space on 1,024 NPUs, drawn by (seed, index): the job on
// another network with other knobs. The same for every run.
TrainConfig table4_point(const TrainConfig& job, std::uint64_t seed, std::uint64_t index);

}  // namespace jacquard::train
