// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/metric.hpp"

namespace jacquard::studies {

// Step over the bound against t_x for one job, from the rows of the study.
report::LineChart stack_chart(const std::vector<report::Row>& rows, const std::string& job);

// A page with such a chart for each job.
std::string stack_study_page(const std::vector<report::Row>& rows);

}  // namespace jacquard::studies
