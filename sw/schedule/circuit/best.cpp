// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/bvn/maximal.hpp"
#include "jacquard/schedule/circuit/circuit.hpp"
#include "jacquard/schedule/circuit/held_settings.hpp"
#include "jacquard/schedule/circuit/holds_first.hpp"
#include "jacquard/schedule/circuit/resplit.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kMostMore = 24;           // settings beyond the least that are tried
constexpr int kResplitsPerCell = 50;    // in one cooling, for each pair of ports
constexpr double kHottest = 0.3;        // slack at first, over the mean hold
constexpr double kSweepsToMelt = 1500;  // with fewer, a cooling starts colder
constexpr int kNear = 16;               // a near setting is within this share in the order of holds
constexpr double kCooledAt = 0.9;       // the rest of a cooling takes no slack

// All that may be shorter than the search: those of a setting for each slot are no shorter than
// `exact`, which takes as few slots and no more settings than slots.
constexpr decltype(Scheduler::run) kOthers[] = {
    exact,          maximal,           bottleneck, minhold,        ladder,
    critical_first, solstice,          eclipse,    eclipse_coarse, level_matching,
    holds_first,    greedy_max_weight, tms,        round_robin};

class Shortest {
 public:
  explicit Shortest(const demand::QuantaMatrix& demand)
      : clock_(demand.clock()), bound_(tightest_bound(demand, 1).makespan) {}

  void consider(Schedule schedule) {
    const base::Picoseconds makespan = makespan_of(schedule.slots(), schedule.permutations());
    if (found_ && makespan >= makespan_) return;
    makespan_ = makespan;
    found_ = std::move(schedule);
  }
  bool can_be_beaten_by(std::int64_t slots, int settings) const {
    return makespan_of(slots, static_cast<std::size_t>(settings)) < makespan_;
  }
  bool meets_bound() const { return makespan_ == bound_; }
  Schedule take() { return *std::move(found_); }

 private:
  base::Picoseconds makespan_of(std::int64_t slots, std::size_t settings) const {
    return clock_.makespan(slots, static_cast<std::int64_t>(settings));
  }

  demand::SlotClock clock_;
  base::Picoseconds bound_;
  base::Picoseconds makespan_{0};
  std::optional<Schedule> found_;
};

// Divides pairs of settings anew, at first with slack and then with none: simulated annealing by
// thresholds. Keeps the fewest slots met at the end of a cooling, the start's included. Knows
// nothing of the guard, so another guard finds the same settings.
class Cooling {
 public:
  Cooling(HeldSettings& settings, base::Rng rng) : settings_(settings), rng_(rng) {}

  void run(int rounds) {
    const int count = settings_.size();
    if (count < 2) return;
    const int pairs = count * (count - 1) / 2;
    const int sweeps =
        std::max(1, kResplitsPerCell * settings_.ports() * settings_.ports() / pairs);
    const double mean_hold = static_cast<double>(settings_.slots()) / count;
    const double melted = kHottest * mean_hold * std::min(1.0, sweeps / kSweepsToMelt);
    for (int round = 0; round < rounds; ++round) {
      HeldSettings before = settings_;
      const double hot = melted * (round == 0 ? 1 : std::exp(-2 * rng_.uniform()));
      for (int k = 0; k < sweeps; ++k) {
        const double left = 1 - k / (kCooledAt * sweeps);
        sweep(pairs, left > 0 ? hot * left * left : 0);
      }
      for (int k = 0; k < count; ++k) settings_.tighten(k);
      if (settings_.slots() > before.slots()) settings_ = std::move(before);
    }
  }

 private:
  // Settings of like holds have most to exchange, so every other draw takes a near one.
  void sweep(int pairs, double slack) {
    Resplit resplit(settings_, rng_);
    const int count = settings_.size();
    order_.resize(static_cast<std::size_t>(count));
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](int a, int b) {
      return std::pair(settings_.at(a).hold, a) < std::pair(settings_.at(b).hold, b);
    });
    for (int k = 0; k < pairs; ++k) {
      const int a = draw(count);
      const int reach = k % 2 == 0 ? count : std::max(1, count / kNear);
      const int b = (a + 1 + draw(reach)) % count;
      if (a != b) resplit.run(base::at(order_, a), base::at(order_, b), slack);
    }
  }

  int draw(int bound) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(bound))); }

  std::vector<int> order_;
  HeldSettings& settings_;
  base::Rng rng_;
};

}  // namespace

Schedule best(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  if (demand.total() == 0) return Schedule(demand.ports());
  Shortest shortest(demand);
  for (const auto& other : kOthers) {
    if (!shortest.meets_bound()) shortest.consider(other(demand, {}));
  }
  if (shortest.meets_bound()) return shortest.take();
  Schedule start = in_fewest_settings(demand);
  Schedule heavy = greedy_max_weight(demand, {});
  if (heavy.slots() < start.slots()) start = std::move(heavy);
  HeldSettings settings(demand, start);
  const std::int64_t slots = demand.largest_line_sum();
  const int least = settings.size();
  const int rounds = options.effort == 0 ? 1 : options.effort;
  for (int count = least; count <= least + kMostMore; ++count) {
    if (shortest.meets_bound() || !shortest.can_be_beaten_by(slots, count)) break;
    while (settings.size() < count) settings.add_empty();
    Cooling(settings, base::Rng(options.seed, "best", static_cast<std::uint64_t>(count)))
        .run(rounds);
    shortest.consider(settings.schedule());
  }
  return shortest.take();
}

}  // namespace jacquard::schedule
