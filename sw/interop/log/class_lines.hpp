// SPDX-License-Identifier: Apache-2.0
// The lines of one class of a job.
#pragma once

#include <vector>

#include "jacquard/interop/log/log.hpp"
#include "jacquard/workload/listed.hpp"

namespace jacquard::interop {

// As `npu` would log its graph, groups by their numbers in the list. Throws as log_of_job().
std::vector<LogCall> lines_of(const workload::Job& job, const workload::GroupList& list, int npu);

}  // namespace jacquard::interop
