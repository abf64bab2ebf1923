// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/front.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/search/front.hpp"

namespace jacquard::knobs {
namespace {

constexpr std::size_t kAtOnce = 64;

// Times by memory: a staircase of what was timed.
class Stairs {
 public:
  // The least time of what needs no more memory.
  std::int64_t best(std::int64_t memory) const {
    auto next = std::upper_bound(steps_.begin(), steps_.end(),
                                 Step{memory, std::numeric_limits<std::int64_t>::max()});
    return next == steps_.begin() ? std::numeric_limits<std::int64_t>::max()
                                  : std::prev(next)->second;
  }
  void add(std::int64_t memory, std::int64_t time) {
    if (best(memory) <= time) return;
    const auto at = std::lower_bound(steps_.begin(), steps_.end(),
                                     Step{memory, std::numeric_limits<std::int64_t>::min()});
    auto end = at;
    while (end != steps_.end() && end->second >= time) ++end;
    steps_.insert(steps_.erase(at, end), {memory, time});
  }

 private:
  using Step = std::pair<std::int64_t, std::int64_t>;
  std::vector<Step> steps_;  // memory ascends, time falls
};

}  // namespace

void require_front_figures(const std::string& figures) {
  if (figures != "memory,throughput" && figures != "throughput,memory") {
    throw base::ConfigError({"--pareto", "", "memory,throughput for knobs", figures, ""});
  }
}

std::vector<std::size_t> front_of(const Problem& problem, Found& found,
                                  const OnProgress& progress) {
  std::vector<Setting>& all = found.settings;
  Stairs stairs;
  const auto memory = [&all](std::size_t i) { return all[i].memory.total().count(); };
  std::vector<std::size_t> open;
  for (const std::size_t i : found.order) {
    if (all[i].time) {
      stairs.add(memory(i), all[i].time->count());
    } else {
      open.push_back(i);
    }
  }
  // The fastest by its bound first: what is timed early rules out most.
  std::stable_sort(open.begin(), open.end(),
                   [&](std::size_t a, std::size_t b) { return all[a].bound < all[b].bound; });
  std::size_t next = 0;
  while (next < open.size()) {
    std::vector<std::size_t> round;
    for (; next < open.size() && round.size() < kAtOnce; ++next) {
      const std::size_t i = open[next];
      if (all[i].bound.count() < stairs.best(memory(i))) round.push_back(i);
    }
    time_settings(problem, round, all);
    for (const std::size_t i : round) {
      if (all[i].time) stairs.add(memory(i), all[i].time->count());
    }
    progress(static_cast<double>(next), static_cast<double>(open.size()), "the front");
  }
  std::vector<std::size_t> timed;
  for (const std::size_t i : found.order) {
    if (all[i].time) timed.push_back(i);
  }
  std::sort(timed.begin(), timed.end());
  std::vector<search::RewardsOf> points;
  for (const std::size_t i : timed) {
    points.push_back({-static_cast<double>(memory(i)), -static_cast<double>(all[i].time->count())});
  }
  std::vector<std::size_t> front = search::front_of(points);
  for (std::size_t& i : front) i = timed[i];
  return front;
}

}  // namespace jacquard::knobs
