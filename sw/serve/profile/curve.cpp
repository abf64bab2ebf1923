// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile/curve.hpp"

#include <algorithm>
#include <utility>

namespace jacquard::serve {

Curve::Curve(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.size < b.size; });
  for (std::size_t begin = 0; begin < points.size();) {
    double sum = 0;
    std::size_t end = begin;
    for (; end < points.size() && points[end].size == points[begin].size; ++end) {
      sum += points[end].us;
    }
    points_.push_back({points[begin].size, sum / static_cast<double>(end - begin)});
    begin = end;
  }
}

double Curve::at(double size) const {
  if (points_.empty()) return 0;
  if (size <= points_.front().size || points_.size() == 1) return points_.front().us;
  auto above = std::lower_bound(points_.begin(), points_.end(), size,
                                [](const Point& p, double s) { return p.size < s; });
  const bool beyond = above == points_.end();
  if (beyond) --above;
  const Point& low = *(above - 1);
  const Point& high = *above;
  const double slope = (high.us - low.us) / (high.size - low.size);
  if (beyond) return high.us + std::max(slope, 0.0) * (size - high.size);
  return low.us + slope * (size - low.size);
}

}  // namespace jacquard::serve
