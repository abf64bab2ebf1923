// SPDX-License-Identifier: Apache-2.0
// A measured time against a size: straight lines between the points.
#pragma once

#include <vector>

namespace jacquard::serve {

class Curve {
 public:
  Curve() = default;
  // Sizes in any order; of equal ones the mean counts.
  struct Point {
    double size = 0;
    double us = 0;
  };
  explicit Curve(std::vector<Point> points);

  bool empty() const { return points_.empty(); }
  // Below the first point: its value. Beyond the last: on along the last two, never downwards.
  double at(double size) const;

 private:
  std::vector<Point> points_;
};

}  // namespace jacquard::serve
