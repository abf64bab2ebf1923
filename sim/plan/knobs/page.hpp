// SPDX-License-Identifier: Apache-2.0
// The page of a plan by knobs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/plan/knobs/rows.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::knobs {

struct PageParts {
  std::string system;
  std::vector<std::pair<double, double>> timed;  // GB of memory, tokens a second
  std::vector<std::pair<double, double>> front;  // of these; empty: none was asked for
  std::vector<std::string> advice;               // in words
  LaunchRow launch;
};

// One HTML file that needs nothing else: the setting, the front, its pipeline over time, and the
// line that launches it. `row` has a time.
std::string knobs_page(const PageParts& parts, const KnobsRow& row, const train::Step& step);

}  // namespace jacquard::knobs
