// SPDX-License-Identifier: Apache-2.0
#include "sim/search/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/comma_list.hpp"

namespace jacquard::searching {
namespace {

using report::Row;
using report::Unit;

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ","));
}

std::optional<double> best_reward(const SummaryRow& row) {
  if (row.found->best < 0) return std::nullopt;
  return row.found->scores[static_cast<std::size_t>(row.found->best)].rewards.front();
}

std::optional<double> metric_of(const Session& session, const search::Measured& measured,
                                const std::string& name) {
  const auto& names = session.environment().metrics();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || measured.metrics.empty()) return std::nullopt;
  return measured.metrics[static_cast<std::size_t>(found - names.begin())];
}

std::optional<double> best_time(const SummaryRow& row) {
  if (row.found->best < 0) return std::nullopt;
  return metric_of(*row.session,
                   row.found->evaluations[static_cast<std::size_t>(row.found->best)].measured,
                   "time_ps");
}

std::int64_t invalid(const SummaryRow& row) {
  return std::count_if(row.found->scores.begin(), row.found->scores.end(),
                       [](const search::Score& score) { return !score.valid; });
}

// Each knob, a list as "50,50", and each metric.
Row values_of(const DesignRow& row) {
  Row values = Row::object();
  const config::Document shown = row.session->space().show(row.point);
  for (const auto& [name, value] : shown.items()) {
    if (!value.is_array()) {
      values[name] = value;
      continue;
    }
    std::string list;
    for (const auto& element : value) {
      list += (list.empty() ? "" : ",") +
              (element.is_string() ? element.get<std::string>() : element.dump());
    }
    values[name] = list;
  }
  const auto& names = row.session->environment().metrics();
  for (std::size_t m = 0; m < row.measured.metrics.size(); ++m) {
    values[names[m]] = row.measured.metrics[m];
  }
  return values;
}

}  // namespace

const report::MetricTable<SummaryRow>& summary_metrics() {
  using M = report::Metric<SummaryRow>;
  using R = SummaryRow;
  static const report::MetricTable<R> table(
      "search", "A search as a whole.",
      {M(
           "agent", Unit::text, [](const R& r) { return r.session->question().agent.name; },
           "Who proposed.", "agent"),
       M(
           "reward", Unit::text, [](const R& r) { return joined(r.session->question().rewards); },
           "What was maximised.", "reward"),
       M(
           "knobs", Unit::text, [](const R& r) { return joined(r.session->question().free); },
           "Layers and knobs that were free; \"\": all."),
       M("best_reward", Unit::ratio, best_reward, "The highest found.", "best reward"),
       M("best_time_ps", Unit::ps, best_time, "Its time, where it has one.", "best time"),
       M(
           "steps_to_best", Unit::count,
           [](const R& r) {
             return r.found->best < 0 ? std::optional<std::int64_t>() : r.found->best + 1;
           },
           "Evaluations until the best was found.", "steps to best"),
       M(
           "evaluations", Unit::count,
           [](const R& r) { return static_cast<std::int64_t>(r.found->evaluations.size()); },
           "Proposals of the agent, repeated ones too.", "evaluations"),
       M(
           "distinct", Unit::count, [](const R& r) { return r.found->distinct; },
           "Different points among them."),
       M("invalid", Unit::count, invalid, "Among them, those that could not be evaluated."),
       M(
           "space_size", Unit::count, [](const R& r) { return r.session->set().points(); },
           "Points of the space, feasible or not.", "space"),
       M(
           "feasible", Unit::count, [](const R& r) { return r.session->set().feasible(); },
           "Points that satisfy all constraints.", "feasible"),
       M(
           "feasible_fraction", Unit::ratio,
           [](const R& r) { return r.session->set().feasible() / r.session->set().points(); },
           "Their share."),
       M("certified", Unit::flag, &R::certified,
         "No feasible point has a higher reward: all were evaluated.", "certified"),
       M(
           "evaluations_per_wall_s", Unit::per_s,
           [](const R& r) {
             return r.wall_s > 0 ? static_cast<double>(r.found->evaluations.size()) / r.wall_s
                                 : 0.0;
           },
           "Of this run, with the agent and the store.", "per s")});
  return table;
}

const report::MetricTable<DesignRow>& design_metrics() {
  using M = report::Metric<DesignRow>;
  using R = DesignRow;
  static const report::MetricTable<R> table(
      "design",
      "A design among the best, or the space's base (rank 0), with its knobs and metrics.",
      {M("rank", Unit::count, &R::rank, "By reward; 0: the base.", "rank"),
       M(
           "step", Unit::count,
           [](const R& r) { return r.step < 0 ? std::optional<std::int64_t>() : r.step + 1; },
           "Which evaluation it was; none for the base.", "step"),
       M(
           "reward_value", Unit::ratio,
           [](const R& r) {
             return r.score.valid ? std::optional<double>(r.score.rewards.front()) : std::nullopt;
           },
           "The first reward.", "reward"),
       M(
           "why_not", Unit::text,
           [](const R& r) {
             return r.measured.why_not.empty() ? std::optional<std::string>() : r.measured.why_not;
           },
           "Why it could not be evaluated."),
       M(
           "", Unit::text, [](const R& r) { return r.session->space().text(r.point); }, "",
           "design"),
       M(report::kFurtherKeys, Unit::any, values_of,
         "Each knob, a knob per dimension as text with commas, and each metric.")});
  return table;
}

std::vector<DesignRow> best_designs(const Session& session, const search::Found& found, int count) {
  std::vector<DesignRow> rows;
  if (session.space().base()) {
    DesignRow base;
    base.point = *session.space().base();
    base.session = &session;
    base.measured.why_not = session.set().why_not(base.point);
    if (base.measured.why_not.empty()) base.measured = session.evaluate(base.point);
    base.score = session.rewards().of(base.point, base.measured);
    rows.push_back(std::move(base));
  }
  std::map<search::Point, std::size_t> first;
  for (std::size_t i = 0; i < found.evaluations.size(); ++i) {
    if (found.scores[i].valid) first.emplace(found.evaluations[i].point, i);
  }
  std::vector<std::size_t> order;
  for (const auto& [point, step] : first) order.push_back(step);
  const auto better = [&](std::size_t a, std::size_t b) {
    const double x = found.scores[a].rewards.front();
    const double y = found.scores[b].rewards.front();
    return x != y ? x > y : a < b;
  };
  const auto kept = std::min(order.size(), static_cast<std::size_t>(count));
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    better);
  for (std::size_t k = 0; k < kept; ++k) {
    const search::Evaluation& evaluation = found.evaluations[order[k]];
    rows.push_back({static_cast<int>(k) + 1, evaluation.step, evaluation.point, evaluation.measured,
                    found.scores[order[k]], &session});
  }
  return rows;
}

std::vector<report::RowKind> search_row_kinds() {
  return {summary_metrics().kind(), design_metrics().kind()};
}

}  // namespace jacquard::searching
