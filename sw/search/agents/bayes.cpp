// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/gaussian_process.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr std::size_t kFirst = 24;  // random points
constexpr std::size_t kBatch = 4;   // asked at once, so that workers have something to do
constexpr std::size_t kCandidates = 256;
constexpr std::size_t kRemembered = 400;  // best and latest points that a fit sees
constexpr std::size_t kRefit = 32;        // evaluations between choices of the length
constexpr double kLengths[] = {0.4, 0.7, 1.0, 1.5, 2.2, 3.3};

// Rewards differ by factors: of positive ones the logarithm is learnt.
double height_of(double reward) { return reward > 0 ? std::log(reward) : reward; }

class Bayes : public Agent {
 public:
  Bayes(const AgentSettings& settings, const FeasibleSet& set, std::uint64_t seed)
      : set_(set),
        encoding_(set.space()),
        batch_(settings.population > 0 ? static_cast<std::size_t>(settings.population) : kBatch),
        candidates_(settings.candidates > 0 ? static_cast<std::size_t>(settings.candidates)
                                            : kCandidates),
        rng_(seed, "bayesian optimisation") {}

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points = heights_.size() < kFirst ? random(kFirst) : promising();
    for (const Point& point : points) seen_.add(point);
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!scores[i].valid) continue;
      points_.push_back(points[i]);
      heights_.push_back(height_of(scores[i].rewards.front()));
    }
    if (points_.empty()) heights_.clear();
  }

 private:
  std::vector<Point> random(std::size_t count) {
    std::vector<Point> points;
    for (std::size_t k = 0; k < count; ++k) points.push_back(set_.sample(rng_));
    return points;
  }

  // The best points and the latest.
  std::vector<std::size_t> remembered() const {
    std::vector<std::size_t> order(points_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() <= kRemembered) return order;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return heights_[a] > heights_[b]; });
    std::vector<std::size_t> kept(order.begin(), order.begin() + kRemembered / 2);
    std::vector<std::size_t> rest(order.begin() + kRemembered / 2, order.end());
    std::sort(rest.begin(), rest.end(), std::greater<>());
    kept.insert(kept.end(), rest.begin(), rest.begin() + kRemembered / 2);
    return kept;
  }

  void fit() {
    const std::vector<std::size_t> kept = remembered();
    const auto n = static_cast<Eigen::Index>(kept.size());
    Eigen::MatrixXd x(encoding_.of(points_[0]).size(), n);
    Eigen::VectorXd y(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      x.col(i) = encoding_.of(points_[kept[static_cast<std::size_t>(i)]]);
      y[i] = heights_[kept[static_cast<std::size_t>(i)]];
    }
    const double mean = y.mean();
    const double spread = std::sqrt((y.array() - mean).square().mean());
    y = (y.array() - mean).matrix() / (spread > 0 ? spread : 1);
    best_ = y.maxCoeff();
    if (points_.size() >= next_refit_) {
      next_refit_ = points_.size() + kRefit;
      double most = -std::numeric_limits<double>::infinity();
      for (const double length : kLengths) {
        process_.fit(x, y, length);
        if (process_.log_likelihood() > most) {
          most = process_.log_likelihood();
          length_ = length;
        }
      }
    }
    process_.fit(x, y, length_);
  }

  std::vector<Point> promising() {
    fit();
    const std::size_t top = static_cast<std::size_t>(
        std::max_element(heights_.begin(), heights_.end()) - heights_.begin());
    std::vector<Point> candidates;
    Seen drawn;
    for (std::size_t k = 0; k < 4 * candidates_ && candidates.size() < candidates_; ++k) {
      Point point = k % 2 == 0 ? set_.sample(rng_)
                               : neighbour(set_, points_[near(top)],
                                           1 + static_cast<int>(rng_.below(3)), rng_);
      if (!seen_.has(point) && drawn.add(point)) candidates.push_back(std::move(point));
    }
    if (candidates.size() <= batch_) return candidates.empty() ? random(batch_) : candidates;
    Eigen::MatrixXd at(encoding_.of(candidates[0]).size(),
                       static_cast<Eigen::Index>(candidates.size()));
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      at.col(static_cast<Eigen::Index>(k)) = encoding_.of(candidates[k]);
    }
    Eigen::VectorXd mean;
    Eigen::VectorXd deviation;
    process_.predict(at, mean, deviation);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      order.emplace_back(-expected_improvement(mean[i], deviation[i], best_), k);
    }
    std::sort(order.begin(), order.end());
    std::vector<Point> points;
    for (std::size_t k = 0; k < batch_; ++k) points.push_back(candidates[order[k].second]);
    return points;
  }

  // The best point half of the time, else one of the best ten.
  std::size_t near(std::size_t top) {
    if (rng_.chance(0.5)) return top;
    std::vector<std::size_t> order(points_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t ten = std::min<std::size_t>(10, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(ten), order.end(),
                      [&](std::size_t a, std::size_t b) {
                        return heights_[a] != heights_[b] ? heights_[a] > heights_[b] : a < b;
                      });
    return order[rng_.below(ten)];
  }

  const FeasibleSet& set_;
  Encoding encoding_;
  std::size_t batch_;
  std::size_t candidates_;
  base::Rng rng_;
  std::vector<Point> points_;
  std::vector<double> heights_;
  Seen seen_;
  GaussianProcess process_;
  double length_ = 1;
  double best_ = 0;
  std::size_t next_refit_ = 0;
};

}  // namespace

std::unique_ptr<Agent> make_bayes(const AgentSettings& settings, const FeasibleSet& set,
                                  std::uint64_t seed) {
  return std::make_unique<Bayes>(settings, set, seed);
}

}  // namespace jacquard::search
