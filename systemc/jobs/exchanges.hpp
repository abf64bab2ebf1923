// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/demand/flow.hpp"
#include "systemc/jobs/job.hpp"

namespace jacquard::jobs {

// A job's phases that exchange anything, as flows between ports of the fabric. Computations between
// them are one gap.
struct Exchanges {
  struct Exchange {
    base::Picoseconds gap{0};  // from the one before, or from the job's start
    std::vector<demand::Flow> flows;
  };
  std::vector<Exchange> all;
  base::Picoseconds computed_after{0};  // the last of them
};
Exchanges exchanges_of(const Job& job);

}  // namespace jacquard::jobs
