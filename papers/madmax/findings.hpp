// SPDX-License-Identifier: Apache-2.0
// Which of MAD-Max's conclusions hold physically, and which departure from its rules decides
// (docs/plan_madmax.md).
#pragma once

#include <array>
#include <optional>
#include <string>

#include "jacquard/report/metric_table.hpp"
#include "papers/madmax/claims.hpp"

namespace jacquard::studies::madmax {

struct Finding {
  Claim claim;
  std::optional<double> paper;                                 // by its rules
  std::optional<double> physical;                              // all departures together
  std::array<std::optional<double>, plan::kDepartures> alone;  // each on the paper's rules
};

constexpr int kVariants = plan::kDepartures + 2;  // of the rules: none, all, each alone
plan::Physics variant(int index);
// Puts what the claim's figure is under variant `index`.
void put(Finding& finding, int index, std::optional<double> value);

// "survives": it holds by at least half (as logarithms go) of what the paper's rules say;
// "weakens": it holds by less; "tie": it misses by a percent at most; "falls": it does not hold;
// "cannot run"; "only physically", "in neither": the paper's own rules do not give it.
std::string verdict_of(const Finding& finding);
// The departure that alone moves the figure furthest towards the physical one; "" where none moves
// it by a percent.
std::string decided_by(const Finding& finding);

const report::MetricTable<Finding>& finding_metrics();

}  // namespace jacquard::studies::madmax
