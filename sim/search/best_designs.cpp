// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "jacquard/search/front.hpp"
#include "sim/search/rows.hpp"

namespace jacquard::searching {
namespace {

// Steps that first had each valid point, by the first reward, descending.
std::vector<std::size_t> ranked(const search::Found& found) {
  std::map<search::Point, std::size_t> first;
  for (std::size_t i = 0; i < found.evaluations.size(); ++i) {
    if (found.scores[i].valid) first.emplace(found.evaluations[i].point, i);
  }
  std::vector<std::size_t> order;
  for (const auto& [point, step] : first) order.push_back(step);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double x = found.scores[a].rewards.front();
    const double y = found.scores[b].rewards.front();
    return x != y ? x > y : a < b;
  });
  return order;
}

DesignRow design_at(const Session& session, const search::Found& found, std::size_t step,
                    int rank) {
  const search::Evaluation& evaluation = found.evaluations[step];
  return {rank,    evaluation.step, evaluation.point, evaluation.measured, found.scores[step],
          &session};
}

}  // namespace

std::optional<double> metric_of(const Session& session, const search::Measured& measured,
                                const std::string& name) {
  const auto& names = session.environment().metrics();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || measured.metrics.empty()) return std::nullopt;
  return measured.metrics[static_cast<std::size_t>(found - names.begin())];
}

std::optional<DesignRow> base_design(const Session& session) {
  if (!session.space().base()) return std::nullopt;
  DesignRow base;
  base.point = *session.space().base();
  base.session = &session;
  base.measured = session.measure({base.point}, 1).front();
  base.score = session.rewards().of(base.point, base.measured);
  return base;
}

std::vector<DesignRow> best_designs(const Session& session, const search::Found& found, int count) {
  std::vector<DesignRow> rows;
  for (const std::size_t step : ranked(found)) {
    if (static_cast<int>(rows.size()) == count) break;
    rows.push_back(design_at(session, found, step, static_cast<int>(rows.size()) + 1));
  }
  return rows;
}

std::vector<DesignRow> front_designs(const Session& session, const search::Found& found) {
  std::vector<DesignRow> rows;
  for (const std::int64_t step : search::front_of(found)) {
    rows.push_back(design_at(session, found, static_cast<std::size_t>(step),
                             static_cast<int>(rows.size()) + 1));
  }
  return rows;
}

std::vector<search::Importance> importance_of(const Session& session, const search::Found& found) {
  std::vector<search::Point> points;
  std::vector<double> rewards;
  for (const std::size_t step : ranked(found)) {
    points.push_back(found.evaluations[step].point);
    rewards.push_back(found.scores[step].rewards.front());
  }
  return search::importance_of(session.space(), points, rewards);
}

}  // namespace jacquard::searching
