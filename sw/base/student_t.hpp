// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace jacquard::base {

// t such that Student's distribution with `freedom` >= 1 degrees lies within -t..t with probability
// 0.95. Within 0.1 % (Hill, Algorithm 396, CACM 1970; 1 and 2 degrees by their closed forms).
double student_t_95(int freedom);

// A mean, and half the width of its 95 % confidence interval.
struct MeanWithin {
  double mean = 0;
  double half_width = 0;
};

// Of two or more independent values.
MeanWithin mean_within(const std::vector<double>& values);

}  // namespace jacquard::base
