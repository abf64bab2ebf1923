// SPDX-License-Identifier: Apache-2.0
// The rows that answer a question to the planner, and what its page shows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/plan/layers/plan_config.hpp"
#include "jacquard/report/metric.hpp"
#include "sim/plan/front.hpp"
#include "sim/plan/knobs/rows.hpp"
#include "sim/plan/resources.hpp"

namespace jacquard::planner {

struct Answers {
  std::string sentence;               // what they come to
  std::vector<report::Printed> rows;  // as they are printed
  std::vector<StrategyRow> all;       // every strategy that was evaluated
  std::optional<Axes> axes;           // of --pareto
  std::vector<std::size_t> front;     // places in `all`
  std::optional<Sensitivity> sensitivity;
  std::optional<Outcome> best;             // the plan, on `request`; none if nothing can run
  std::optional<StrategyRow> plan_row;     // of the best
  plan::Request request;                   // of the best
  bool met = true;                         // false: --fewest found no count of nodes
  std::optional<knobs::LaunchRow> launch;  // of --launch
};

// Hears what is being done (progress).
using OnProgress = std::function<void(const std::string& part)>;

// Strategies in tables, unless a user says another number; 0: all.
inline constexpr int kUsualTop = 10;

// One strategy, or all in order and the space they are; with --pareto the front; with --fewest the
// counts of nodes and the plan on the last. `framework`: of --launch, or "". Throws ConfigError for
// words that mean nothing here, for a strategy that cannot run or that --launch cannot start, and
// for options that exclude each other.
Answers answers_to(const PlanConfig& config, int threads, const OnProgress& progress,
                   int top = kUsualTop, const std::string& framework = "");

std::vector<report::RowKind> plan_row_kinds();

}  // namespace jacquard::planner
