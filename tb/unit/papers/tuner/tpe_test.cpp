// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/tpe.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/rng.hpp"

using namespace jacquard::studies;
using jacquard::base::Rng;

namespace {

using Function = double (*)(const UnitPoint&);

// Least, 0, at .3 in every dimension.
double bowl(const UnitPoint& x) {
  double sum = 0;
  for (const double share : x) sum += (share - 0.3) * (share - 0.3);
  return sum;
}

// Branin (Dixon & Szego 1978) over its usual domain; its least value is 0.397887.
double branin(const UnitPoint& x) {
  constexpr double pi = 3.14159265358979323846;
  const double a = -5 + 15 * x[0], b = 15 * x[1];
  const double t = b - 5.1 / (4 * pi * pi) * a * a + 5 / pi * a - 6;
  return t * t + 10 * (1 - 1 / (8 * pi)) * std::cos(a) + 10;
}

// A narrow valley in two dimensions of six; the others do nothing.
double mostly_idle(const UnitPoint& x) { return std::abs(x[1] - 0.8) + 3 * std::abs(x[4] - 0.1); }

double best_loss(const std::vector<Evaluation>& history) {
  return history[best_of(history, 1).front()].loss;
}

double tuned(Function f, std::size_t dimensions, const TunerOptions& options) {
  return best_loss(tune(dimensions, options, [&](std::int64_t, const auto& points) {
    std::vector<double> losses;
    for (const UnitPoint& point : points) losses.push_back(f(point));
    return losses;
  }));
}

double at_random(Function f, std::size_t dimensions, const TunerOptions& options) {
  TunerOptions random = options;
  random.random_start = options.evaluations;
  return tuned(f, dimensions, random);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

TEST_CASE("The tuner gets nearer to a known optimum than as many points drawn at random") {
  struct Problem {
    Function f;
    std::size_t dimensions;
    double optimum;
    double times_nearer;
  };
  for (const Problem& p :
       {Problem{bowl, 6, 0, 4}, Problem{branin, 2, 0.397887, 4}, Problem{mostly_idle, 6, 0, 3}}) {
    std::vector<double> ours, random;
    for (std::uint64_t seed = 1; seed <= 21; ++seed) {
      TunerOptions options;
      options.seed = seed;
      options.evaluations = 120;
      ours.push_back(tuned(p.f, p.dimensions, options) - p.optimum);
      random.push_back(at_random(p.f, p.dimensions, options) - p.optimum);
    }
    CAPTURE(p.dimensions, median(ours), median(random));
    CHECK(median(ours) * p.times_nearer < median(random));
  }
}

TEST_CASE("Proposals lie within their ranges and depend on nothing but the history") {
  TunerOptions options;
  options.evaluations = 57;
  std::vector<std::size_t> sizes;
  const auto history = tune(3, options, [&](std::int64_t first, const auto& points) {
    sizes.push_back(points.size());
    std::vector<double> losses;
    for (const UnitPoint& point : points) losses.push_back(bowl(point));
    CHECK(static_cast<std::size_t>(first) + points.size() <= 57);
    return losses;
  });
  CHECK(sizes == std::vector<std::size_t>{20, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1});
  for (const std::size_t first : {20U, 24U, 36U, 52U}) {
    const std::vector<Evaluation> before(history.begin(),
                                         history.begin() + static_cast<std::ptrdiff_t>(first));
    const auto points = propose(3, options, before);
    for (std::size_t k = 0; k < points.size(); ++k) CHECK(points[k] == history[first + k].point);
  }
  for (const Evaluation& e : history) {
    for (const double share : e.point) CHECK((share >= 0 && share <= 1));
  }
}

TEST_CASE("The best are the least losses, of equals the earlier") {
  const std::vector<Evaluation> history = {{{}, 3}, {{}, 1}, {{}, 2}, {{}, 1}};
  CHECK(best_of(history, 3) == std::vector<std::size_t>{1, 3, 2});
  CHECK(best_of(history, 9).size() == 4);
}
