// SPDX-License-Identifier: Apache-2.0
// Whether two figures put the same things into the same order.
#pragma once

#include <vector>

namespace jacquard::search {

// Ranks 1, 2, ... of values, ascending; equal ones share their mean rank.
std::vector<double> ranks_of(const std::vector<double>& values);

// Pearson's correlation of ranks (Spearman 1904), in -1..1; NaN where either side is constant.
// Requires as many values on both sides, at least two.
double spearman(const std::vector<double>& a, const std::vector<double>& b);

// Kendall's tau-b, which counts ties (Kendall 1945); NaN where either side is constant. The same
// requirement. Quadratic in the number of values.
double kendall(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace jacquard::search
