// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <mutex>
#include <unordered_map>

#include "jacquard/base/error.hpp"
#include "jacquard/base/hash.hpp"

namespace jacquard::search {
namespace {

using Clock = std::chrono::steady_clock;

// What a slow environment finished is on disk after this time, not at the end of its batch.
constexpr std::chrono::milliseconds kSoon{10};

// Proposals for each different point, and for a few, after which an agent is given up.
constexpr std::int64_t kForEach = 10;
constexpr std::int64_t kFew = 1000;

struct PointHash {
  std::size_t operator()(const Point& point) const {
    return base::fnv1a({reinterpret_cast<const char*>(point.data()),  // NOLINT: its bytes
                        point.size() * sizeof(point[0])});
  }
};

class Searching {
 public:
  explicit Searching(const Run& run) : run_(run) { recall(); }

  Found all() {
    const auto begin = Clock::now();
    while (!ends(begin)) {
      std::vector<Point> points = run_.agent->ask(most_proposals() - done());
      if (points.empty()) {
        found_.ending = Ending::exhausted;
        break;
      }
      const std::size_t first = found_.evaluations.size();
      evaluate(points);
      run_.heard(found_, first);
      run_.agent->tell({points.data(), points.size()},
                       {&found_.scores[first], found_.scores.size() - first});
      run_.progress(found_.distinct, found_.best < 0 ? 0 : best_reward());
    }
    return std::move(found_);
  }

 private:
  std::int64_t done() const { return static_cast<std::int64_t>(found_.evaluations.size()); }
  double best_reward() const {
    return found_.scores[static_cast<std::size_t>(found_.best)].rewards.front();
  }

  bool has_all() const { return static_cast<double>(found_.feasible) >= run_.set->feasible(); }
  bool has_enough() const { return found_.distinct >= run_.budget.evaluations || has_all(); }

  // An agent is asked for its whole batch: its points do not follow from the budget.
  std::int64_t most_proposals() const {
    const std::int64_t said = run_.budget.proposals;
    return said > 0 ? said : std::numeric_limits<std::int64_t>::max();
  }
  bool repeats() const {
    const std::int64_t expected = std::min(run_.budget.evaluations, kFew);
    return done() >= kForEach * std::max(found_.distinct, expected);
  }

  bool ends(Clock::time_point begin) {
    const auto because = [&](Ending ending) {
      found_.ending = ending;
      return true;
    };
    if (has_all()) return because(Ending::all);
    if (has_enough() || out_of_time(begin) || done() >= most_proposals()) {
      return because(Ending::budget);
    }
    if (repeats()) return because(Ending::repeats);
    return done() > 0 && run_.stop() && because(Ending::stopped);
  }

  bool out_of_time(Clock::time_point begin) const {
    return run_.budget.seconds > 0 &&
           std::chrono::duration<double>(Clock::now() - begin).count() >= run_.budget.seconds;
  }

  void recall() {
    if (run_.store == nullptr) return;
    if (run_.store->identity().space != run_.set->space().fingerprint()) {
      throw base::ConfigError(
          {run_.store->path(), "", "a store of this space", "one of another", ""});
    }
    run_.store->each([&](Finished finished) {
      finished.score = run_.rewards->of(finished.point, finished.measured);
      finished.effective.clear();
      known_of_.emplace(finished.point, known_.size());
      known_.push_back(std::move(finished));
    });
    recalled_ = known_.size();
    last_repeat_ = run_.store->last_repeat();
  }

  // Of a batch that holds more than is wanted, the first of it.
  void evaluate(std::vector<Point>& points) {
    std::vector<Point> fresh;
    std::vector<std::size_t> slots;  // in known_, of each
    std::vector<std::size_t> known(points.size());
    std::vector<Repeat> repeats;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (has_enough()) {
        points.resize(i);
        known.resize(i);
        break;
      }
      const std::int64_t step = done() + static_cast<std::int64_t>(i);
      const auto [at, is_new] = known_of_.emplace(points[i], known_.size());
      known[i] = at->second;
      const bool stored = next_recalled_ < recalled_ && known_[next_recalled_].step == step;
      if (stored && known[i] != next_recalled_) throw_another(step);
      if (is_new) {
        known_.push_back({step, points[i], {}, {}, ""});
        fresh.push_back(points[i]);
        slots.push_back(known[i]);
        count(points[i]);
      } else if (stored) {
        ++next_recalled_;
        ++found_.resumed;
        count(points[i]);
      } else if (known_[known[i]].step > step) {
        throw_another(step);
      } else if (step > last_repeat_) {
        repeats.push_back({step, known_[known[i]].step});
      }
    }
    if (!fresh.empty()) evaluate_fresh(fresh, slots);
    if (run_.store != nullptr) run_.store->add(pending_, repeats, run_.set->space());
    pending_.clear();
    for (const std::size_t k : known) add(known_[k]);
  }

  void count(const Point& point) {
    ++found_.distinct;
    if (run_.set->contains(point)) ++found_.feasible;
  }

  void evaluate_fresh(const std::vector<Point>& points, const std::vector<std::size_t>& slots) {
    std::mutex one_at_a_time;
    Clock::time_point stored = Clock::now();
    try {
      run_.evaluate(points, [&](std::size_t i, Measured measured) {
        Score score = run_.rewards->of(points[i], measured);
        std::string effective = effective_of(points[i]);
        const std::lock_guard<std::mutex> lock(one_at_a_time);
        Finished& slot = known_[slots[i]];
        slot.measured = std::move(measured);
        slot.score = std::move(score);
        if (run_.store == nullptr) return;
        pending_.push_back(slot);
        pending_.back().effective = std::move(effective);
        if (Clock::now() - stored < kSoon) return;
        run_.store->add(pending_, {}, run_.set->space());
        pending_.clear();
        stored = Clock::now();
      });
    } catch (...) {
      if (run_.store != nullptr) run_.store->add(pending_, {}, run_.set->space());
      throw;
    }
  }

  // A knob's value may make none: the evaluation said why.
  std::string effective_of(const Point& point) const {
    if (run_.store == nullptr || run_.environment->quick()) return "";
    try {
      return run_.environment->effective(point).dump();
    } catch (const base::ConfigError&) {
      return "";
    }
  }

  void add(const Finished& known) {
    const std::int64_t step = done();
    const Score& score = known.score;
    if (score.valid && (found_.best < 0 || score.rewards.front() > best_reward())) {
      found_.best = step;
    }
    found_.evaluations.push_back({step, known.point, known.measured});
    found_.scores.push_back(score);
  }

  [[noreturn]] void throw_another(std::int64_t step) const {
    throw base::ConfigError(
        {run_.store->path(), "", fmt::format("at step {} what the agent asks for", step + 1),
         "another point", "another build of this program wrote it, or it was changed"});
  }

  const Run& run_;
  Found found_;
  std::deque<Finished> known_;  // the store's, then new ones; references stay
  std::unordered_map<Point, std::size_t, PointHash> known_of_;
  std::size_t recalled_ = 0;       // of known_, from the store
  std::size_t next_recalled_ = 0;  // the next of them that is to be asked for
  std::int64_t last_repeat_ = -1;  // in the store
  std::vector<Finished> pending_;  // not yet in the store
};

}  // namespace

Evaluator in_order(const Environment& environment) {
  return [&environment](const std::vector<Point>& points, const Keep& keep) {
    for (std::size_t i = 0; i < points.size(); ++i) keep(i, environment.evaluate(points[i]));
  };
}

Found search(const Run& run) { return Searching(run).all(); }

}  // namespace jacquard::search
