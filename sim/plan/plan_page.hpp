// SPDX-License-Identifier: Apache-2.0
// What `jacquard plan --out` writes beside its result.
#pragma once

#include <string>

#include "sim/plan/answers.hpp"

namespace jacquard::planner {

// The streams of a strategy's step over time.
std::string streams_svg(const plan::Request& request, const plan::Strategy& strategy);

// One HTML file that needs nothing else: the plan, the front, its streams, and what more of each
// resource is worth. `command` is what was typed.
std::string plan_page(const Answers& answers, const std::string& command);

// all.csv, front.csv with --pareto, plan.html. The folder is made where it is missing.
void write_plan(const Answers& answers, const std::string& command, const std::string& folder);

}  // namespace jacquard::planner
