// SPDX-License-Identifier: Apache-2.0
#include "sim/search/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
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

std::optional<Row> best_time(const SummaryRow& row) {
  if (row.found->best < 0) return std::nullopt;
  const auto best = static_cast<std::size_t>(row.found->best);
  return figure_of(*row.session, row.found->evaluations[best].measured, "time_ps");
}

std::optional<std::string> best_text(const SummaryRow& row) {
  if (row.found->best < 0) return std::nullopt;
  const auto best = static_cast<std::size_t>(row.found->best);
  return row.session->space().text(row.found->evaluations[best].point);
}

std::optional<double> per_second(const SummaryRow& row) {
  if (!row.wall_s) return std::nullopt;
  const auto all = static_cast<std::int64_t>(row.found->evaluations.size());
  return *row.wall_s > 0 ? static_cast<double>(all - row.found->resumed) / *row.wall_s : 0.0;
}

std::int64_t invalid(const SummaryRow& row) {
  return std::count_if(row.found->scores.begin(), row.found->scores.end(),
                       [](const search::Score& score) { return !score.valid; });
}

// "0.25, -3" of several; one has a key of its own.
std::optional<std::string> all_rewards(const DesignRow& row) {
  if (row.score.rewards.size() < 2) return std::nullopt;
  return fmt::format("{:.6g}", fmt::join(row.score.rewards, ", "));
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
    values[names[m]] = count_of(row.measured.metrics[m]);
  }
  return values;
}

std::vector<report::Metric<DesignRow>> design_columns() {
  using M = report::Metric<DesignRow>;
  using R = DesignRow;
  return {
      M("rank", Unit::count, &R::rank, "By the first reward; 0: the base.", "rank"),
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
      M("rewards", Unit::text, all_rewards, "All of them, where there are several.", "rewards"),
      M(
          "", Unit::ps, [](const R& r) { return metric_of(*r.session, r.measured, "time_ps"); },
          "Its time.", "time"),
      M(
          "why_not", Unit::text,
          [](const R& r) {
            return r.measured.why_not.empty() ? std::optional<std::string>() : r.measured.why_not;
          },
          "Why it could not be evaluated."),
      M(
          "", Unit::text, [](const R& r) { return r.session->space().text(r.point); }, "Its knobs.",
          "design")
          .rank(1),
      M(report::kFurtherKeys, Unit::any, values_of,
        "Each knob, a knob per dimension as text with commas, and each metric.")};
}

}  // namespace

std::optional<Row> figure_of(const Session& session, const search::Measured& measured,
                             const std::string& name) {
  const std::optional<double> value = metric_of(session, measured, name);
  return value ? std::optional<Row>(count_of(*value)) : std::nullopt;
}

report::Row count_of(double count) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (count == std::floor(count) && std::abs(count) <= kExact)
    return static_cast<std::int64_t>(count);
  return count;
}

// The commonest reason; the first in the alphabet of several.
std::optional<std::string> why_invalid(const SummaryRow& row) {
  std::map<std::string, std::int64_t> times;
  for (std::size_t i = 0; i < row.found->scores.size(); ++i) {
    if (row.found->scores[i].valid) continue;
    const std::string& why = row.found->evaluations[i].measured.why_not;
    ++times[why.empty() ? "its reward has no finite value" : why];
  }
  if (times.empty()) return std::nullopt;
  return std::max_element(times.begin(), times.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

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
           "Proposals until the best was found.", "steps to best"),
       M(
           "evaluations", Unit::count,
           [](const R& r) { return static_cast<std::int64_t>(r.found->evaluations.size()); },
           "Proposals of the agent, repeated ones too.", "proposals"),
       M(
           "distinct", Unit::count, [](const R& r) { return r.found->distinct; },
           "Different points among them: what --budget counts.", "different"),
       M("invalid", Unit::count, invalid, "Evaluations without a reward.", "invalid"),
       M("why_invalid", Unit::text, why_invalid, "The commonest reason for that; none without."),
       M(
           "space_size", Unit::count,
           [](const R& r) { return count_of(r.session->set().points()); },
           "Points of the space, feasible or not.", "space"),
       M(
           "feasible", Unit::count,
           [](const R& r) { return count_of(r.session->set().feasible()); },
           "Points that satisfy all constraints.", "feasible"),
       M(
           "feasible_fraction", Unit::ratio,
           [](const R& r) { return r.session->set().feasible() / r.session->set().points(); },
           "Their share."),
       M("certified", Unit::flag, &R::certified,
         "No feasible point has a higher reward: each was evaluated, or ruled out by a bound.",
         "certified"),
       M("evaluations_per_wall_s", Unit::per_s, per_second,
         "Of this run, with the agent and the store; none of `search show`.", "per s"),
       M("best_design", Unit::text, best_text, "Knobs of the best; its row has each.")});
  return table;
}

const report::MetricTable<DesignRow>& design_metrics() {
  static const report::MetricTable<DesignRow> table(
      "design",
      "A design among the best, or the space's base (rank 0), with its knobs and metrics.",
      design_columns());
  return table;
}

const report::MetricTable<DesignRow>& front_metrics() {
  static const report::MetricTable<DesignRow> table(
      "front", "Of a search for several rewards: a design that none beats in all of them.",
      design_columns());
  return table;
}

const report::MetricTable<search::Difference>& difference_metrics() {
  using M = report::Metric<search::Difference>;
  using R = search::Difference;
  static const report::MetricTable<R> table(
      "difference", "A knob, or what follows from knobs, in which the best differs from the base.",
      {M("knob", Unit::text, &R::knob, "Its name.", "knob"),
       M("base", Unit::text, &R::from, "Its value there; commas between dimensions.", "base"),
       M("best", Unit::text, &R::to, "Its value in the best design.", "best")});
  return table;
}

const report::MetricTable<search::Importance>& importance_metrics() {
  using M = report::Metric<search::Importance>;
  using R = search::Importance;
  static const report::MetricTable<R> table(
      "importance", "How much a knob by itself decided the reward of the designs that were seen.",
      {M("knob", Unit::text, &R::knob, "Its name.", "knob"),
       M("importance", Unit::ratio, &R::share,
         "Share of the variance of rewards' ranks that its values explain, less chance's.",
         "importance")});
  return table;
}

}  // namespace jacquard::searching
