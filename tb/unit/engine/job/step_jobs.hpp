// SPDX-License-Identifier: Apache-2.0
// Jobs of a small model's training steps.
#pragma once

#include "jacquard/workload/job_of_program.hpp"
#include "jacquard/workload/training.hpp"
#include "unit/engine/job/jobs.hpp"

namespace jacquard::tb {

inline workload::StepProgram program_of(const std::string& parallel, int batch) {
  workload::StepRequest request;
  request.model.hidden = 1024;
  request.model.layers = 8;
  request.model.heads = 16;
  request.model.sequence = 512;
  request.model.vocabulary = 4096;
  request.batch = batch;
  request.parallelism = workload::parse_parallelism(parallel, "test");
  return workload::training_program(request);
}

inline Machine of_32() {
  return machine({dimension(topology::Block::ring, 4, 100'000),
                  dimension(topology::Block::switched, 8, 50'000)});
}

// Microseconds, the more the larger the number of the work.
inline std::vector<base::Picoseconds> times_of(const workload::StepProgram& program) {
  std::vector<base::Picoseconds> times;
  for (std::size_t w = 0; w < program.works.size(); ++w) {
    times.emplace_back(static_cast<std::int64_t>(3'000'000 + 700'000 * (w % 7)));
  }
  return times;
}

inline const char* const kParallel[] = {
    "dp=32",
    "tp=4,dp=8",
    "tp=4,dp=2,pp=4,micro_batches=4",
    "tp=2,cp=2,dp=4,pp=2,micro_batches=4,zero=1",
    "tp=4,pp=8,micro_batches=8",
    "dp=32,zero=3",
    "tp=4,dp=8,zero=2",
    "tp=4,dp=4,pp=2,micro_batches=4,schedule=interleaved,virtual=2,zero=1",
};

}  // namespace jacquard::tb
