// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr int kChains = 8;    // side by side, so that workers have something to do
constexpr double kHot = 0.3;  // of the logarithm of the reward
constexpr double kCold = 1e-4;
constexpr int kTries = 16;
constexpr int kStuck = 60;  // steps of a chain without a move, after which it begins anew

struct Chain {
  Point at;
  double height = -std::numeric_limits<double>::infinity();
  int stuck = 0;
};

// Rewards differ by factors: temperatures are of their logarithms where they are positive.
double height_of(const Score& score) {
  if (!score.valid) return -std::numeric_limits<double>::infinity();
  const double reward = score.rewards.front();
  return reward > 0 ? std::log(reward) : reward;
}

class Annealing : public Agent {
 public:
  Annealing(const AgentSettings& settings, const FeasibleSet& set, std::uint64_t seed)
      : set_(set),
        cooling_(settings.cooling),
        rng_(seed, "simulated annealing"),
        chains_(static_cast<std::size_t>(settings.population > 0 ? settings.population : kChains)) {
  }

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    for (Chain& chain : chains_) {
      Point next = proposed(chain);
      for (int k = 0; k < kTries && seen_.has(next); ++k) next = proposed(chain);
      seen_.add(next);
      points.push_back(std::move(next));
    }
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      Chain& chain = chains_[i];
      const double height = height_of(scores[i]);
      if (height > best_height_) {
        best_height_ = height;
        best_ = points[i];
      }
      const bool moves =
          height >= chain.height || rng_.chance(std::exp((height - chain.height) / temperature_));
      chain.stuck = moves ? 0 : chain.stuck + 1;
      if (!moves) continue;
      chain.at = points[i];
      chain.height = height;
    }
    temperature_ =
        std::max(kCold, temperature_ * std::pow(cooling_, static_cast<double>(points.size())));
  }

 private:
  Point proposed(Chain& chain) {
    if (chain.at.empty()) return set_.sample(rng_);
    if (chain.stuck > kStuck) {
      chain.stuck = 0;
      chain.at = rng_.chance(0.5) ? best_ : set_.sample(rng_);
      chain.height = -std::numeric_limits<double>::infinity();
    }
    return neighbour(set_, chain.at, 1 + static_cast<int>(rng_.below(2)), rng_);
  }

  const FeasibleSet& set_;
  double cooling_;
  base::Rng rng_;
  std::vector<Chain> chains_;
  Seen seen_;
  double temperature_ = kHot;
  Point best_;
  double best_height_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Agent> make_annealing(const AgentSettings& settings, const FeasibleSet& set,
                                      std::uint64_t seed) {
  return std::make_unique<Annealing>(settings, set, seed);
}

}  // namespace jacquard::search
