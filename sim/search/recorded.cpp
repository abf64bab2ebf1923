// SPDX-License-Identifier: Apache-2.0
#include "sim/search/recorded.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::searching {

search::Found recorded(const Session& session, const search::Store& store) {
  search::Found found;
  std::set<search::Point> points;
  for (std::int64_t step = 0;; ++step) {
    std::optional<search::Evaluation> one = store.at(step);
    if (!one) break;
    search::Score score = session.rewards().of(one->point, one->measured);
    const auto best = static_cast<std::size_t>(std::max<std::int64_t>(found.best, 0));
    if (score.valid &&
        (found.best < 0 || score.rewards.front() > found.scores[best].rewards.front())) {
      found.best = step;
    }
    const bool is_new = points.insert(one->point).second;
    if (is_new && session.set().contains(one->point)) ++found.feasible;
    found.scores.push_back(std::move(score));
    found.evaluations.push_back(std::move(*one));
  }
  found.distinct = static_cast<std::int64_t>(points.size());
  found.resumed = static_cast<std::int64_t>(found.evaluations.size());
  return found;
}

DesignRow design_of_step(const Session& session, const search::Found& found, std::int64_t step) {
  const auto at = static_cast<std::size_t>(step);
  if (at >= found.evaluations.size()) {
    throw base::ConfigError({"--step", "", fmt::format("a step in 1..{}", found.evaluations.size()),
                             fmt::format("{}", step + 1), ""});
  }
  const search::Evaluation& one = found.evaluations[at];
  const std::vector<DesignRow> ranked =
      best_designs(session, found, static_cast<int>(found.evaluations.size()));
  const auto same = std::find_if(ranked.begin(), ranked.end(),
                                 [&](const DesignRow& row) { return row.point == one.point; });
  const int rank = same == ranked.end() ? 0 : same->rank;
  return {rank, step, one.point, one.measured, found.scores[at], &session};
}

}  // namespace jacquard::searching
