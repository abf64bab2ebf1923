// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric_table.hpp"
#include "systemc/collective/compare.hpp"

namespace jacquard::run {

const report::MetricTable<Ranked>& ranked_metrics();

// "direct, blueconnect, 64 chunks"; the spread of an all-reduce alone.
std::string words_for(const Combination& how, bool with_spread);

const char* name_of(collective::Spread spread);

}  // namespace jacquard::run
