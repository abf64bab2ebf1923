// SPDX-License-Identifier: Apache-2.0
// The one door for what a user has logged of a training step.
#pragma once

#include <string>

#include "jacquard/interop/log/job_of_log.hpp"

namespace jacquard::interop {

// Of a folder: the job of its logs (log.hpp). Of anything else: that of Chakra traces, a file or
// the PREFIX of PREFIX.0.et, PREFIX.1.et, ..., host and device together as PyTorch's tools write
// them. Throws ConfigError for neither, and as read_log(), job_of_log() and check_ranks().
LogJob job_from(const std::string& log_or_traces);

}  // namespace jacquard::interop
