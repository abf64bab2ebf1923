// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/search/agents/agents.hpp"
#include "jacquard/search/agents/expected_improvement.hpp"
#include "jacquard/search/agents/gaussian_process.hpp"
#include "jacquard/search/agents/heights.hpp"
#include "jacquard/search/agents/kernel_fit.hpp"
#include "jacquard/search/agents/neighbour.hpp"
#include "jacquard/search/agents/seen.hpp"

namespace jacquard::search {
namespace {

constexpr std::size_t kFirst = 16;        // random points
constexpr std::size_t kBatch = 4;         // asked at once, so that workers have something to do
constexpr std::size_t kCandidates = 384;  // looked at for a batch
constexpr std::size_t kClimbs = 3;        // rounds of neighbours of the most promising candidates
constexpr std::size_t kTop = 10;          // points whose neighbours are looked at
constexpr std::size_t kMost = 600;        // points that the process holds at most
constexpr std::size_t kBest = 250, kLatest = 150;  // what it keeps of them when it holds more
constexpr std::size_t kFitted = 160;               // points that the kernel is fitted to
constexpr int kSteps = 20;                         // of a fit

class Bayes : public Agent {
 public:
  Bayes(const AgentSettings& settings, const FeasibleSet& set, std::uint64_t seed)
      : set_(set),
        encoding_(set.space()),
        batch_(settings.population > 0 ? static_cast<std::size_t>(settings.population) : kBatch),
        candidates_(settings.candidates > 0 ? static_cast<std::size_t>(settings.candidates)
                                            : kCandidates),
        rng_(seed, "bayesian optimisation"),
        choice_(first_choice(encoding_.knobs())),
        process_(kernel_of(choice_, encoding_.knob_of())) {}

  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points = points_.size() < kFirst || !any_valid_ ? random() : promising();
    for (const Point& point : points) seen_.add(point);
    if (most < static_cast<std::int64_t>(points.size()))
      points.resize(static_cast<std::size_t>(most));
    return points;
  }

  void tell(base::Span<const Point> points, base::Span<const Score> scores) override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      held_.push_back(points_.size());
      points_.push_back(points[i]);
      scores_.push_back(scores[i]);
      any_valid_ = any_valid_ || scores[i].valid;
    }
  }

 private:
  bool exhausted(std::size_t more) const {
    return static_cast<double>(seen_.size() + more) >= set_.feasible();
  }

  // A point that was not asked for, nor is in `also`. Requires that there is one.
  Point fresh(const Seen& also) {
    constexpr int kTries = 64;
    for (int k = 0; k < kTries; ++k) {
      Point point = set_.sample(rng_);
      if (!seen_.has(point) && !also.has(point)) return point;
    }
    // Nearly all were: the next in order after a random one.
    const auto all = static_cast<std::uint64_t>(set_.feasible());
    for (std::uint64_t rank = rng_.below(all);; rank = (rank + 1) % all) {
      Point point = set_.at(rank);
      if (!seen_.has(point) && !also.has(point)) return point;
    }
  }

  std::vector<Point> random() {
    std::vector<Point> points;
    Seen drawn;
    while (points.size() < std::max(kFirst, batch_) && !exhausted(drawn.size())) {
      points.push_back(fresh(drawn));
      drawn.add(points.back());
    }
    return points;
  }

  // Points that the process holds, the best first.
  std::vector<std::size_t> ranked() const {
    std::vector<std::size_t> order = held_;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return heights_[a] > heights_[b]; });
    return order;
  }

  // Beyond kMost points the process forgets all but the best and the latest.
  void forget() {
    const std::vector<std::size_t> order = ranked();
    held_.assign(order.begin(), order.begin() + kBest);
    std::vector<std::size_t> rest(order.begin() + kBest, order.end());
    std::sort(rest.begin(), rest.end());
    held_.insert(held_.end(), rest.end() - kLatest, rest.end());
    rebuild();
  }

  void rebuild() { process_ = GaussianProcess(kernel_of(choice_, encoding_.knob_of())); }

  void choose_kernel() {
    std::vector<std::size_t> order = ranked();
    if (order.size() > kFitted) {  // the best half, and every so-manieth of the others
      std::vector<std::size_t> some(order.begin(), order.begin() + kFitted / 2);
      const std::size_t others = order.size() - kFitted / 2;
      for (std::size_t k = 0; k < kFitted / 2; ++k) {
        some.push_back(order[kFitted / 2 + k * others / (kFitted / 2)]);
      }
      order = some;
    }
    Inputs inputs;
    std::vector<double> heights;
    for (const std::size_t i : order) {
      encoding_.add(points_[i], inputs);
      heights.push_back(heights_[i]);
    }
    choice_ = fit_kernel(choice_, inputs, encoding_.knob_of(), heights, kSteps);
    next_fit_ = points_.size() + std::max<std::size_t>(8, points_.size() / 4);
    rebuild();
  }

  void learn() {
    heights_ = heights_of(scores_);
    if (held_.size() > kMost) forget();
    if (points_.size() >= next_fit_) choose_kernel();
    Inputs inputs;
    for (std::size_t k = process_.size(); k < held_.size(); ++k) {
      encoding_.add(points_[held_[k]], inputs);
    }
    if (inputs.size() > 0) process_.add(inputs);
    std::vector<double> heights;
    for (const std::size_t i : held_) heights.push_back(heights_[i]);
    process_.observe(heights);
  }

  double improvement(const Posterior& posterior, std::size_t k) const {
    return expected_improvement(posterior.mean(k), posterior.deviation(k), best_);
  }

  // Candidates, the most promising first; of equals the earlier.
  std::vector<std::size_t> promise(const Posterior& posterior) const {
    std::vector<double> of(posterior.size());
    for (std::size_t k = 0; k < of.size(); ++k) of[k] = improvement(posterior, k);
    std::vector<std::size_t> order(of.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return of[a] > of[b]; });
    return order;
  }

  // Neighbours of `around`, in turn, that are new.
  std::vector<Point> neighbours(const std::vector<Point>& around, std::size_t count, Seen& drawn) {
    std::vector<Point> points;
    for (std::size_t k = 0; k < 2 * count && points.size() < count; ++k) {
      Point point = neighbour(set_, around[k % around.size()],
                              rng_.chance(0.5) ? 1 : 2 + static_cast<int>(rng_.below(2)), rng_);
      if (!seen_.has(point) && drawn.add(point)) points.push_back(std::move(point));
    }
    return points;
  }

  std::vector<Point> promising() {
    learn();
    const std::vector<std::size_t> order = ranked();
    best_ = heights_[order.front()];
    std::vector<Point> around;
    for (std::size_t k = 0; k < std::min(kTop, order.size()); ++k) {
      around.push_back(points_[order[k]]);
    }
    Seen drawn;
    std::vector<Point> pool;
    while (pool.size() < candidates_ / 3 && !exhausted(drawn.size())) {
      pool.push_back(fresh(drawn));
      drawn.add(pool.back());
    }
    for (Point& point : neighbours(around, candidates_ / 3, drawn))
      pool.push_back(std::move(point));
    if (pool.size() <= batch_) return pool;
    Posterior posterior(process_);
    posterior.add(encoding_.of(pool));
    for (std::size_t climb = 0; climb < kClimbs; ++climb) {
      const std::vector<std::size_t> best = promise(posterior);
      around.clear();
      for (std::size_t k = 0; k < std::min(kTop, best.size()); ++k) around.push_back(pool[best[k]]);
      const std::vector<Point> more = neighbours(around, candidates_ / 3 / kClimbs, drawn);
      if (more.empty()) break;
      posterior.add(encoding_.of(more));
      pool.insert(pool.end(), more.begin(), more.end());
    }
    std::vector<Point> points;
    std::vector<bool> taken(pool.size(), false);
    while (points.size() < batch_) {
      std::size_t chosen = pool.size();
      double most = -1;
      for (std::size_t k = 0; k < pool.size(); ++k) {
        if (taken[k]) continue;
        const double here = improvement(posterior, k);
        if (here > most) most = here, chosen = k;
      }
      taken[chosen] = true;
      points.push_back(pool[chosen]);
      best_ = std::max(best_, posterior.mean(chosen));
      posterior.believe(chosen);
    }
    return points;
  }

  const FeasibleSet& set_;
  Encoding encoding_;
  std::size_t batch_;
  std::size_t candidates_;
  base::Rng rng_;
  std::vector<Point> points_;  // all that were told
  std::vector<Score> scores_;
  bool any_valid_ = false;
  std::vector<double> heights_;
  std::vector<std::size_t> held_;  // indices of points, those of the process first
  Seen seen_;
  KernelChoice choice_;
  GaussianProcess process_;
  std::size_t next_fit_ = 0;
  double best_ = 0;
};

}  // namespace

std::unique_ptr<Agent> make_bayes(const AgentSettings& settings, const FeasibleSet& set,
                                  std::uint64_t seed) {
  return std::make_unique<Bayes>(settings, set, seed);
}

}  // namespace jacquard::search
