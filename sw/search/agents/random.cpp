// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr int kBatch = 64;
constexpr int kTries = 64;  // draws of a point that is new

class RandomWalker : public Agent {
 public:
  RandomWalker(const FeasibleSet& set, int batch, std::uint64_t seed)
      : set_(set), batch_(batch), rng_(seed, "random walker") {}

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    while (static_cast<std::int64_t>(points.size()) < std::min<std::int64_t>(batch_, most)) {
      if (static_cast<double>(seen_.size()) >= set_.feasible()) break;
      Point point = set_.sample(rng_);
      for (int k = 0; k < kTries && seen_.has(point); ++k) point = set_.sample(rng_);
      if (seen_.has(point)) point = next_unseen();
      seen_.add(point);
      points.push_back(std::move(point));
    }
    return points;
  }

  // Few are left then, of a set that was nearly all asked for.
  Point next_unseen() {
    const auto all = static_cast<std::uint64_t>(set_.feasible());
    for (std::uint64_t rank = rng_.below(all);; rank = (rank + 1) % all) {
      Point point = set_.at(rank);
      if (!seen_.has(point)) return point;
    }
  }

  void tell(base::Span<const Point>, base::Span<const Score>) override {}

 private:
  const FeasibleSet& set_;
  int batch_;
  base::Rng rng_;
  Seen seen_;
};

}  // namespace

std::unique_ptr<Agent> make_random(const AgentSettings& settings, const FeasibleSet& set,
                                   std::uint64_t seed) {
  return std::make_unique<RandomWalker>(set, settings.population > 0 ? settings.population : kBatch,
                                        seed);
}

}  // namespace jacquard::search
