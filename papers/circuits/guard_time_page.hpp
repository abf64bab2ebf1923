// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/result.hpp"

namespace jacquard::studies {

// The study's page: for each demand class and size, a chart of the makespan over the largest line
// against guard time, and one with decision time in it (absent where the rows have none).
std::string guard_time_page(const std::vector<report::Row>& rows, const std::string& slot,
                            const std::string& clock);

}  // namespace jacquard::studies
