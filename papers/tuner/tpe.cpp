// SPDX-License-Identifier: Apache-2.0
#include "papers/tuner/tpe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "papers/tuner/parzen.hpp"

namespace jacquard::studies {
namespace {

UnitPoint random_point(std::size_t dimensions, base::Rng& rng) {
  UnitPoint point(dimensions);
  for (double& share : point) share = rng.uniform();
  return point;
}

// The densities of good and of other points, along one dimension.
struct Densities {
  Parzen good;
  Parzen other;
};

std::vector<double> along(const std::vector<Evaluation>& history,
                          const std::vector<std::size_t>& indices, std::size_t first,
                          std::size_t last, std::size_t dimension) {
  std::vector<double> shares;
  for (std::size_t k = first; k < last; ++k) shares.push_back(history[indices[k]].point[dimension]);
  return shares;
}

std::vector<Densities> densities_of(std::size_t dimensions, const TunerOptions& options,
                                    const std::vector<Evaluation>& history) {
  const std::vector<std::size_t> order = best_of(history, history.size());
  const auto good =
      static_cast<std::size_t>(std::ceil(options.good * static_cast<double>(history.size())));
  std::vector<Densities> all;
  for (std::size_t d = 0; d < dimensions; ++d) {
    all.push_back({Parzen(along(history, order, 0, good, d)),
                   Parzen(along(history, order, good, order.size(), d))});
  }
  return all;
}

// Of the candidates drawn where good points lie, the one least like the others.
double most_promising(const Densities& densities, int candidates, base::Rng& rng) {
  double best = 0, best_gain = 0;
  for (int c = 0; c < candidates; ++c) {
    const double at = densities.good.draw(rng);
    const double gain = densities.good.log_density(at) - densities.other.log_density(at);
    if (c == 0 || gain > best_gain) {
      best = at;
      best_gain = gain;
    }
  }
  return best;
}

}  // namespace

std::vector<UnitPoint> propose(std::size_t dimensions, const TunerOptions& options,
                               const std::vector<Evaluation>& history) {
  const auto first = static_cast<int>(history.size());
  const bool learned = first >= options.random_start;
  const int last = learned ? first + options.batch : options.random_start;
  const auto densities =
      learned ? densities_of(dimensions, options, history) : std::vector<Densities>{};
  std::vector<UnitPoint> points;
  for (int index = first; index < std::min(last, options.evaluations); ++index) {
    base::Rng rng(options.seed, "tuner", static_cast<std::uint64_t>(index));
    UnitPoint point = random_point(dimensions, rng);
    for (std::size_t d = 0; d < densities.size(); ++d) {
      point[d] = most_promising(densities[d], options.candidates, rng);
    }
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<Evaluation> tune(std::size_t dimensions, const TunerOptions& options,
                             const Evaluate& evaluate) {
  JQ_CHECK(options.batch > 0 && options.random_start > 0 && options.candidates > 0,
           "a tuner proposes at least one point at a time");
  std::vector<Evaluation> history;
  while (history.size() < static_cast<std::size_t>(options.evaluations)) {
    const std::vector<UnitPoint> points = propose(dimensions, options, history);
    const std::vector<double> losses = evaluate(static_cast<std::int64_t>(history.size()), points);
    JQ_CHECK(losses.size() == points.size(), "every point proposed has a loss");
    for (std::size_t k = 0; k < points.size(); ++k) history.push_back({points[k], losses[k]});
  }
  return history;
}

std::vector<std::size_t> best_of(const std::vector<Evaluation>& history, std::size_t count) {
  std::vector<std::size_t> order(history.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return history[a].loss < history[b].loss; });
  order.resize(std::min(count, order.size()));
  return order;
}

}  // namespace jacquard::studies
