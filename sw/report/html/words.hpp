// SPDX-License-Identifier: Apache-2.0
// What happened, in plain sentences made from the figures.
#pragma once

#include <string>

#include "jacquard/report/html/page.hpp"

namespace jacquard::report {

std::string demand_words(const ScheduleReport& report);   // HTML paragraphs
std::string outcome_words(const ScheduleReport& report);  // HTML paragraphs
std::string run_words(const SchedulerRun& run);           // one HTML paragraph's inside

}  // namespace jacquard::report
