// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "papers/circuits/optical.hpp"

namespace jacquard::studies {

// Times over the bound against the guard, a chart for each case, of the methods with the best
// scores and of all entries; and the scores as a table.
std::string optical_page(const schedule::Suite& suite, const std::vector<OpticalPoint>& points,
                         const std::vector<OpticalScore>& scores,
                         const std::vector<std::string>& entries);

// Time over the bound against the guard, of the methods with the best scores over one switch.
report::LineChart optical_chart(const std::vector<OpticalPoint>& points,
                                const std::vector<OpticalScore>& scores,
                                const std::vector<std::string>& entries,
                                const std::string& of_case);

}  // namespace jacquard::studies
