// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/importance.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/search/analysis/rank_correlation.hpp"

namespace jacquard::search {
namespace {

constexpr std::size_t kMostValues = 1024;  // of a family; elimination takes the third power

struct Explained {
  double squares = 0;  // of the ranks' squared deviations
  double freedom = 0;  // independent values that it took
};

// `sums`: of the deviations of the ranks at each value of each dimension; `counts`: points that
// have two of these values at once. Least squares by elimination: a value that those before it
// decide adds nothing.
Explained project(std::vector<double> sums, std::vector<std::vector<double>> counts) {
  constexpr double kDecided = 1e-9;  // of the value's points
  Explained all;
  const std::size_t n = sums.size();
  std::vector<double> points(n);
  for (std::size_t j = 0; j < n; ++j) points[j] = counts[j][j];
  for (std::size_t j = 0; j < n; ++j) {
    const double pivot = counts[j][j];
    if (pivot <= kDecided * points[j]) continue;
    all.squares += sums[j] * sums[j] / pivot;
    all.freedom += 1;
    for (std::size_t i = j + 1; i < n; ++i) {
      const double factor = counts[i][j] / pivot;
      if (factor == 0) continue;
      sums[i] -= factor * sums[j];
      for (std::size_t k = j; k < n; ++k) counts[i][k] -= factor * counts[j][k];
    }
  }
  all.freedom -= 1;  // the mean is one of the values' combinations, and explains nothing
  return all;
}

// By the values of one coordinate: those of two points are never had at once.
Explained explained_by(std::size_t coordinate, const std::vector<Point>& points,
                       const std::vector<double>& ranks, double mean) {
  std::map<std::size_t, std::pair<double, double>> groups;  // sum of deviations, points
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto& [sum, count] = groups[points[i][coordinate]];
    sum += ranks[i] - mean;
    count += 1;
  }
  Explained all;
  for (const auto& item : groups) {
    const auto& [sum, count] = item.second;
    all.squares += sum * sum / count;
  }
  all.freedom = static_cast<double>(groups.size()) - 1;
  return all;
}

// By the values of all coordinates at once: shares of coordinates by themselves would count twice
// what two explain where an agent's points move them together.
Explained explained_by(const std::vector<std::size_t>& coordinates,
                       const std::vector<Point>& points, const std::vector<double>& ranks,
                       double mean) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place;  // of a value of a coordinate
  for (const std::size_t k : coordinates) {
    for (const Point& point : points) place.try_emplace({k, point[k]}, place.size());
  }
  if (place.size() > kMostValues) return {0, static_cast<double>(points.size())};
  std::vector<double> sums(place.size());
  std::vector<std::vector<double>> counts(place.size(), std::vector<double>(place.size()));
  std::vector<std::size_t> has(coordinates.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      has[k] = place.at({coordinates[k], points[i][coordinates[k]]});
      sums[has[k]] += ranks[i] - mean;
    }
    for (const std::size_t a : has) {
      for (const std::size_t b : has) counts[a][b] += 1;
    }
  }
  return project(std::move(sums), std::move(counts));
}

double share_of(const Explained& part, double points, double squares) {
  const double left = points - 1 - part.freedom;
  if (left <= 0) return 0;
  const double by_chance = part.freedom * (squares - part.squares) / left;
  return std::max(0.0, (part.squares - by_chance) / squares);
}

}  // namespace

std::vector<Importance> importance_of(const Space& space, const std::vector<Point>& points,
                                      const std::vector<double>& rewards) {
  JQ_CHECK(points.size() == rewards.size(), "a reward for each point");
  const std::vector<double> ranks = ranks_of(rewards);
  const double mean = static_cast<double>(ranks.size() + 1) / 2;
  double squares = 0;
  for (const double rank : ranks) squares += (rank - mean) * (rank - mean);
  std::vector<Importance> all;
  if (squares == 0) return all;
  const auto& knobs = space.knobs();
  for (std::size_t k = 0; k < knobs.size();) {
    const std::string& family = knobs[k].family;
    std::vector<std::size_t> coordinates;
    for (; k < knobs.size() && knobs[k].family == family; ++k) {
      if (knobs[k].values.size() > 1) coordinates.push_back(k);
    }
    if (coordinates.empty()) continue;
    const Explained part = coordinates.size() == 1
                               ? explained_by(coordinates.front(), points, ranks, mean)
                               : explained_by(coordinates, points, ranks, mean);
    all.push_back({family, share_of(part, static_cast<double>(points.size()), squares)});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Importance& a, const Importance& b) { return a.share > b.share; });
  return all;
}

}  // namespace jacquard::search
