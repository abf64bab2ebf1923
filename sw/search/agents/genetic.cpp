// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr int kPopulation = 32;
constexpr int kTries = 16;  // to make a child that is new

struct Individual {
  Point point;
  double fitness = 0;
};

class Genetic : public Agent {
 public:
  Genetic(const FeasibleSet& set, int population, double mutation, std::uint64_t seed)
      : set_(set),
        population_(static_cast<std::size_t>(population)),
        mutation_(mutation),
        rng_(seed, "genetic algorithm") {}

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    for (std::size_t k = 0; k < population_; ++k) points.push_back(fresh());
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  // Parents and children compete: what is good is never lost.
  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double fitness =
          scores[i].valid ? scores[i].rewards.front() : -std::numeric_limits<double>::infinity();
      living_.push_back({points[i], fitness});
    }
    std::stable_sort(living_.begin(), living_.end(), [](const Individual& a, const Individual& b) {
      return a.fitness > b.fitness;
    });
    if (living_.size() > population_) living_.resize(population_);
  }

 private:
  Point fresh() {
    Point child = living_.size() < 2 ? set_.sample(rng_) : bred();
    for (int k = 0; k < kTries && seen_.has(child); ++k) {
      child = living_.size() < 2 ? set_.sample(rng_) : bred();
      if (k > kTries / 2) child = set_.sample(rng_);
    }
    seen_.add(child);
    return child;
  }

  const Point& winner() {
    const std::size_t a = rng_.below(living_.size());
    const std::size_t b = rng_.below(living_.size());
    return living_[std::min(a, b)].point;  // sorted by fitness
  }

  Point bred() {
    const Point& mother = winner();
    const Point& father = winner();
    Point child = mother;
    bool mutated = false;
    for (std::size_t k = 0; k < child.size(); ++k) {
      if (rng_.chance(0.5)) child[k] = father[k];
      if (rng_.chance(mutation_)) mutated = mutate(set_.space(), child, k, rng_) || mutated;
    }
    // Twins of one parent teach nothing.
    for (int k = 0; k < kTries && !mutated && child == mother; ++k)
      mutated = mutate(set_.space(), child, rng_.below(child.size()), rng_);
    return set_.repair(child, rng_);
  }

  const FeasibleSet& set_;
  std::size_t population_;
  double mutation_;
  base::Rng rng_;
  Seen seen_;
  std::vector<Individual> living_;
};

}  // namespace

std::unique_ptr<Agent> make_genetic(const AgentSettings& settings, const FeasibleSet& set,
                                    std::uint64_t seed) {
  return std::make_unique<Genetic>(set, settings.population > 0 ? settings.population : kPopulation,
                                   settings.mutation, seed);
}

}  // namespace jacquard::search
