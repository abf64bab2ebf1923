// SPDX-License-Identifier: Apache-2.0
// The one door for what a user has logged of a training step.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/interop/log/job_of_log.hpp"

namespace jacquard::interop {

// Of a folder: the job of its logs (log.hpp). Of anything else: that of Chakra traces, a file or
// the PREFIX of PREFIX.0.et, PREFIX.1.et, ..., host and device together as PyTorch's tools write
// them; `groups` are those of a file beside them. Kinds of collectives that the engines do not have
// are run as the nearest (chakra/op_graph.hpp). Ranks that do the same become one class where a log
// can say what they do (log_of_job.hpp). Throws ConfigError for neither, and as read_log(),
// job_of_log() and check_ranks().
LogJob job_from(const std::string& log_or_traces,
                const std::map<int, std::vector<int>>& groups = {});

}  // namespace jacquard::interop
