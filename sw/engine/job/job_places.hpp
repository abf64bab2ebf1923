// SPDX-License-Identifier: Apache-2.0
// Jobs whose NPUs are numbered by places (workload::Job::places): what of it the engines go by.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "jacquard/engine/job/group_place.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::engine::job {

struct JobPlaces {
  // The digits of Job::places on which sends and receives name their other side; ascending.
  std::vector<int> apart;
  // Its places on these, as one number, of each NPU: its stage. Empty: all are of one.
  std::vector<int> stage;
  std::vector<int> first;  // of each stage the NPU whose other places are 0

  int stage_of(int npu) const { return stage.empty() ? 0 : base::at(stage, npu); }
  int stages() const { return static_cast<int>(first.size()); }
};

// Of a job without places: one stage.
JobPlaces places_of(const workload::Job& job);

// How partitions of the job lie in the fabric, in the order of Job::partitions, and last the digits
// `apart`. Nothing where a digit of the job is not in whole digits of the fabric's dimensions.
std::optional<SharedPlace> shared_place(const workload::Job& job, const JobPlaces& places,
                                        const topology::Fabric& fabric);

// What is wrong with how a job says places, in a network of so many NPUs; "" if nothing.
std::string fault_of_places(const workload::Job& job, int npus);

}  // namespace jacquard::engine::job
