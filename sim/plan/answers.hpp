// SPDX-License-Identifier: Apache-2.0
// The rows that answer a question to the planner.
#pragma once

#include <vector>

#include "jacquard/report/metric.hpp"
#include "sim/plan/plan_config.hpp"
#include "sim/plan/ranking.hpp"

namespace jacquard::planner {

Terms terms_of(const PlanConfig& config, int threads);

// One strategy, or all in order and the space they are. Throws ConfigError for words that mean
// nothing here, for a strategy that cannot run, and for options that exclude each other.
std::vector<report::Printed> plan_rows(const PlanConfig& config, int threads);

std::vector<report::RowKind> plan_row_kinds();

}  // namespace jacquard::planner
