// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/search.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <unordered_map>

#include "jacquard/base/error.hpp"
#include "jacquard/base/hash.hpp"

namespace jacquard::search {
namespace {

using Clock = std::chrono::steady_clock;

struct PointHash {
  std::size_t operator()(const Point& point) const {
    return base::fnv1a({reinterpret_cast<const char*>(point.data()),  // NOLINT: its bytes
                        point.size() * sizeof(point[0])});
  }
};

class Searching {
 public:
  explicit Searching(const Run& run) : run_(run) {}

  Found all() {
    const auto begin = Clock::now();
    while (done() < run_.budget.evaluations && !out_of_time(begin)) {
      const std::vector<Point> points = run_.agent->ask(run_.budget.evaluations - done());
      if (points.empty()) {
        found_.exhausted = true;
        break;
      }
      const std::size_t first = found_.evaluations.size();
      evaluate(points);
      run_.agent->tell({points.data(), points.size()},
                       {&found_.scores[first], found_.scores.size() - first});
      run_.progress(done(), found_.best < 0 ? 0 : best_reward());
    }
    found_.distinct = static_cast<std::int64_t>(step_of_.size());
    return std::move(found_);
  }

 private:
  std::int64_t done() const { return static_cast<std::int64_t>(found_.evaluations.size()); }
  double best_reward() const {
    return found_.scores[static_cast<std::size_t>(found_.best)].rewards.front();
  }

  bool out_of_time(Clock::time_point begin) const {
    return run_.budget.seconds > 0 &&
           std::chrono::duration<double>(Clock::now() - begin).count() >= run_.budget.seconds;
  }

  // What the store has of the batch comes first; the rest is evaluated once for each new point.
  void evaluate(const std::vector<Point>& points) {
    std::size_t at = 0;
    for (; at < points.size(); ++at) {
      std::optional<Evaluation> stored;
      if (run_.store != nullptr) stored = run_.store->at(done());
      if (!stored) break;
      require_same(points[at], stored->point);
      ++found_.resumed;
      add(points[at], std::move(stored->measured));
    }
    std::vector<Point> fresh;
    std::unordered_map<Point, std::size_t, PointHash> place;
    for (std::size_t i = at; i < points.size(); ++i) {
      if (step_of_.count(points[i]) != 0 || !place.emplace(points[i], fresh.size()).second)
        continue;
      fresh.push_back(points[i]);
    }
    const std::vector<Measured> measured = run_.evaluate(fresh);
    const std::size_t first_new = found_.evaluations.size();
    for (std::size_t i = at; i < points.size(); ++i) {
      const auto known = step_of_.find(points[i]);
      add(points[i], known != step_of_.end() ? found_.evaluations[known->second].measured
                                             : measured[place.at(points[i])]);
    }
    if (run_.store != nullptr && first_new < found_.evaluations.size()) {
      run_.store->append({found_.evaluations.begin() + static_cast<std::ptrdiff_t>(first_new),
                          found_.evaluations.end()},
                         run_.set->space(), run_.environment->metrics());
    }
  }

  void add(const Point& point, Measured measured) {
    Score score = run_.rewards->of(point, measured);
    const std::int64_t step = done();
    if (score.valid && (found_.best < 0 || score.rewards.front() > best_reward())) {
      found_.best = step;
    }
    step_of_.emplace(point, static_cast<std::size_t>(step));
    found_.evaluations.push_back({step, point, std::move(measured)});
    found_.scores.push_back(std::move(score));
  }

  void require_same(const Point& asked, const Point& stored) const {
    if (asked == stored) return;
    throw base::ConfigError({"--resume", "", "a store of this program's own search",
                             fmt::format("another point at step {}", done()),
                             "another version wrote it, or it was changed"});
  }

  const Run& run_;
  Found found_;
  std::unordered_map<Point, std::size_t, PointHash> step_of_;
};

}  // namespace

Found search(const Run& run) { return Searching(run).all(); }

}  // namespace jacquard::search
