// SPDX-License-Identifier: Apache-2.0
// MAD-Max's conclusions as figures that rules give: each can be asked under the paper's rules,
// under physics, and under one departure alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/plan/physics.hpp"

namespace jacquard::studies::madmax {

struct Claim {
  std::string id;     // "insight3.order"
  std::string where;  // in the paper
  std::string says;
  std::string figure;             // what the number is
  std::optional<double> printed;  // by the paper
  enum class Is { above, below } is = Is::above;
  double mark = 1;  // the figure must lie above it, or below, for the conclusion to hold
  // Nothing where a strategy that it compares cannot run.
  std::function<std::optional<double>(plan::Physics)> value;
};

bool holds(const Claim& claim, double value);

std::vector<Claim> claims_on_models();      // O1, O2, O4
std::vector<Claim> claims_on_strategies();  // Insights 1 to 5, Fig. 8
std::vector<Claim> claims_on_hardware();    // Insights 6 and 7
std::vector<Claim> all_claims();

}  // namespace jacquard::studies::madmax
