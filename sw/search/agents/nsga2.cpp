// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/pareto.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr int kPopulation = 32;
constexpr int kTries = 16;

struct Member {
  Point point;
  RewardsOf rewards;
  std::size_t front = 0;
  double distance = 0;
};

class Nsga2 : public Agent {
 public:
  Nsga2(const FeasibleSet& set, int population, double mutation, std::uint64_t seed)
      : set_(set),
        population_(static_cast<std::size_t>(population)),
        mutation_(mutation),
        rng_(seed, "NSGA-II") {}

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    for (std::size_t k = 0; k < population_; ++k) {
      Point child = proposed();
      for (int t = 0; t < kTries && seen_.has(child); ++t) {
        child = t > kTries / 2 ? set_.sample(rng_) : proposed();
      }
      seen_.add(child);
      points.push_back(std::move(child));
    }
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (scores[i].valid) members_.push_back({points[i], scores[i].rewards, 0, 0});
    }
    rank();
    if (members_.size() > population_) members_.resize(population_);
  }

 private:
  // By front, then by the room around a member.
  void rank() {
    std::vector<RewardsOf> rewards;
    for (const Member& member : members_) rewards.push_back(member.rewards);
    const auto fronts = fronts_of(rewards);
    for (std::size_t f = 0; f < fronts.size(); ++f) {
      const std::vector<double> room = crowding(rewards, fronts[f]);
      for (std::size_t k = 0; k < fronts[f].size(); ++k) {
        members_[fronts[f][k]].front = f;
        members_[fronts[f][k]].distance = room[k];
      }
    }
    std::stable_sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
      return a.front != b.front ? a.front < b.front : a.distance > b.distance;
    });
  }

  const Point& winner() {
    return members_[std::min(rng_.below(members_.size()), rng_.below(members_.size()))].point;
  }

  Point proposed() {
    if (members_.size() < 2) return set_.sample(rng_);
    Point child = winner();
    const Point& father = winner();
    for (std::size_t k = 0; k < child.size(); ++k) {
      if (rng_.chance(0.5)) child[k] = father[k];
      if (rng_.chance(mutation_)) mutate(set_.space(), child, k, rng_);
    }
    child = set_.repair(child, rng_);
    return seen_.has(child) ? neighbour(set_, child, 1, rng_) : child;
  }

  const FeasibleSet& set_;
  std::size_t population_;
  double mutation_;
  base::Rng rng_;
  Seen seen_;
  std::vector<Member> members_;
};

}  // namespace

std::unique_ptr<Agent> make_nsga2(const AgentSettings& settings, const FeasibleSet& set, int,
                                  std::uint64_t seed) {
  return std::make_unique<Nsga2>(set, settings.population > 0 ? settings.population : kPopulation,
                                 settings.mutation, seed);
}

}  // namespace jacquard::search
