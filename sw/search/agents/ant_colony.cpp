// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr int kAnts = 8;
constexpr double kStart = 0.1;  // pheromone at first
constexpr int kTries = 8;       // walks to a point that is new

class AntColony : public Agent {
 public:
  AntColony(const AgentSettings& settings, const FeasibleSet& set, std::uint64_t seed)
      : set_(set),
        ants_(settings.population > 0 ? settings.population : kAnts),
        greediness_(settings.greediness),
        evaporation_(settings.evaporation),
        decay_(settings.decay),
        rng_(seed, "ant colony system") {
    for (const Knob& knob : set.space().knobs()) {
      pheromone_.emplace_back(knob.values.size(), kStart);
    }
  }

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    for (int ant = 0; ant < ants_; ++ant) {
      Point point = walk(greediness_);
      // A trail that all follow is left for a less greedy walk, then for any point.
      for (int k = 0; k < kTries && seen_.has(point); ++k) {
        point = walk(greediness_ * (1 - static_cast<double>(k + 1) / kTries));
      }
      for (int k = 0; k < kTries && seen_.has(point); ++k) point = near_best();
      seen_.add(point);
      local_update(point);
      points.push_back(std::move(point));
    }
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!scores[i].valid || scores[i].rewards.front() <= best_reward_) continue;
      best_reward_ = scores[i].rewards.front();
      best_ = points[i];
    }
    if (best_.empty()) return;
    for (std::size_t k = 0; k < best_.size(); ++k) {
      double& trail = pheromone_[k][best_[k]];
      trail += evaporation_ * (1 - trail);  // the best's deposit is 1, whatever the reward's unit
    }
  }

 private:
  // Knob by knob: the strongest trail with probability q0, else in proportion to the trails.
  Point walk(double greediness) {
    Point point(pheromone_.size(), 0);
    for (std::size_t k = 0; k < pheromone_.size(); ++k) {
      set_.completions(point, k, completions_);
      weights_.assign(completions_.size(), 0);
      for (std::size_t v = 0; v < weights_.size(); ++v) {
        if (completions_[v] > 0) weights_[v] = pheromone_[k][v];
      }
      point[k] = static_cast<std::uint16_t>(rng_.chance(greediness) ? strongest() : drawn());
    }
    return point;
  }

  // The best with another value of one knob, or any point.
  Point near_best() {
    if (best_.empty()) return set_.sample(rng_);
    return search::neighbour(set_, best_, 1 + static_cast<int>(rng_.below(3)), rng_);
  }

  std::size_t strongest() {
    const double most = *std::max_element(weights_.begin(), weights_.end());
    const auto ties = std::count(weights_.begin(), weights_.end(), most);
    auto nth = rng_.below(static_cast<std::uint64_t>(ties));
    for (std::size_t v = 0;; ++v) {
      if (weights_[v] == most && nth-- == 0) return v;
    }
  }

  std::size_t drawn() {
    double at = rng_.uniform() * std::accumulate(weights_.begin(), weights_.end(), 0.0);
    std::size_t last = 0;
    for (std::size_t v = 0; v < weights_.size(); ++v) {
      if (weights_[v] <= 0) continue;
      last = v;
      at -= weights_[v];
      if (at < 0) break;
    }
    return last;
  }

  void local_update(const Point& point) {
    for (std::size_t k = 0; k < point.size(); ++k) {
      double& trail = pheromone_[k][point[k]];
      trail += decay_ * (kStart - trail);
    }
  }

  const FeasibleSet& set_;
  int ants_;
  double greediness_;
  double evaporation_;
  double decay_;
  base::Rng rng_;
  std::vector<std::vector<double>> pheromone_;  // by knob and value
  Seen seen_;
  Point best_;
  double best_reward_ = -std::numeric_limits<double>::infinity();
  std::vector<double> completions_;
  std::vector<double> weights_;
};

}  // namespace

std::unique_ptr<Agent> make_ant_colony(const AgentSettings& settings, const FeasibleSet& set,
                                       std::uint64_t seed) {
  return std::make_unique<AntColony>(settings, set, seed);
}

}  // namespace jacquard::search
