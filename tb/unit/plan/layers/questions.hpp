// SPDX-License-Identifier: Apache-2.0
// Questions to the planner about shipped models and clusters.
#pragma once

#include <string>

#include "jacquard/plan/layers/question.hpp"

namespace jacquard::tb {

inline planner::PlanConfig question(const std::string& model, const std::string& system,
                                    planner::Mode mode = planner::Mode::paper) {
  planner::PlanConfig config;
  planner::plan_fields().set(config, "model", model, "model");
  planner::plan_fields().set(config, "system", system, "system");
  config.mode = mode;
  return config;
}

}  // namespace jacquard::tb
