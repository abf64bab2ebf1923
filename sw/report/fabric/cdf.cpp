// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/cdf.hpp"

#include <algorithm>

namespace jacquard::report {
namespace {

std::vector<CdfPoint> thinned(const std::vector<CdfPoint>& points, std::size_t most) {
  const base::Picoseconds first = points.front().at;
  const double part =
      static_cast<double>((points.back().at - first).count()) / static_cast<double>(most - 1);
  const auto part_of = [&](const CdfPoint& p) {
    return std::min(most - 2,
                    static_cast<std::size_t>(static_cast<double>((p.at - first).count()) / part));
  };
  std::vector<CdfPoint> kept{points.front()};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const bool last_in_part =
        i + 1 == points.size() || part_of(points[i + 1]) != part_of(points[i]);
    if (last_in_part) kept.push_back(points[i]);
  }
  return kept;
}

}  // namespace

std::vector<CdfPoint> cdf(std::vector<base::Picoseconds> samples, std::size_t most) {
  std::sort(samples.begin(), samples.end());
  std::vector<CdfPoint> points;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i + 1 < samples.size() && samples[i + 1] == samples[i]) continue;
    points.push_back(
        {samples[i], static_cast<double>(i + 1) / static_cast<double>(samples.size())});
  }
  return points.size() > most ? thinned(points, most) : points;
}

std::vector<std::pair<double, double>> steps(const std::vector<CdfPoint>& points,
                                             base::Picoseconds unit) {
  std::vector<std::pair<double, double>> curve;
  double share = 0;
  for (const CdfPoint& p : points) {
    curve.emplace_back(p.at / unit, share);
    curve.emplace_back(p.at / unit, p.share);
    share = p.share;
  }
  return curve;
}

}  // namespace jacquard::report
