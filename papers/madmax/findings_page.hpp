// SPDX-License-Identifier: Apache-2.0
// The tables of docs/plan_madmax.md, and its picture.
#pragma once

#include <string>
#include <vector>

#include "papers/madmax/findings.hpp"
#include "papers/madmax/published_runs.hpp"
#include "papers/madmax/ranks.hpp"
#include "papers/madmax/volumes.hpp"

namespace jacquard::studies::madmax {

std::string markdown(const std::vector<Finding>& findings, const std::vector<Ranks>& ranks,
                     const std::vector<ExchangeVolume>& volumes,
                     const std::vector<PublishedRun>& runs);

// A line for each finding: the paper's figure and the physical one, over the mark where the
// conclusion turns, on one logarithmic axis. Equal findings give equal bytes.
std::string picture(const std::vector<Finding>& findings);

}  // namespace jacquard::studies::madmax
