// SPDX-License-Identifier: Apache-2.0
#include "sim/search/description.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "sim/search/answers.hpp"

namespace jacquard::searching {
namespace {

using report::Unit;

std::string text_of_values(const search::Knob& knob) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(knob.values.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + search::text_of(knob.values[i]);
  }
  if (knob.values.size() > kShown) text += ", ... " + search::text_of(knob.values.back());
  return text;
}

std::vector<KnobRow> knob_rows(const search::Space& space) {
  std::vector<KnobRow> rows;
  for (std::size_t k = 0; k < space.knobs().size(); ++k) {
    const search::Knob& knob = space.knobs()[k];
    if (knob.dimension <= 0) {
      rows.push_back({knob.family, knob.layer, 0, text_of_values(knob), ""});
    }
    KnobRow& row = rows.back();
    row.dimensions += knob.dimension >= 0;
    if (!space.base()) continue;
    row.base += (row.base.empty() ? "" : ",") + search::text_of(knob.values[(*space.base())[k]]);
  }
  return rows;
}

std::vector<ConstraintRow> constraint_rows(const search::Space& space) {
  std::vector<ConstraintRow> rows;
  for (const search::Constraint& constraint : space.constraints()) {
    rows.push_back({constraint.text, std::nullopt});
    if (!space.base()) continue;
    rows.back().base_holds = constraint.expression.holds(space.bindings(*space.base()));
  }
  return rows;
}

std::vector<RewardRow> reward_rows(const Session& session) {
  const search::Space& space = session.space();
  search::Measured base;
  if (space.base()) base = session.measure({*space.base()}, 1).front();
  std::vector<RewardRow> rows;
  for (const search::Reward& reward : space.rewards()) {
    rows.push_back({reward.name, reward.expression.text(), std::nullopt});
    if (!space.base()) continue;
    const search::Rewards one(space, session.environment().metrics(), {reward.name}, "--reward");
    const search::Score score = one.of(*space.base(), base);
    if (score.valid) rows.back().base_value = score.rewards.front();
  }
  return rows;
}

}  // namespace

const report::MetricTable<Session>& space_metrics() {
  using M = report::Metric<Session>;
  using R = Session;
  static const report::MetricTable<R> table(
      "space", "A space by itself (--describe).",
      {M(
           "title", Unit::text, [](const R& r) { return r.space().title(); }, "Of its file.",
           "title"),
       M(
           "knobs", Unit::count,
           [](const R& r) { return static_cast<std::int64_t>(r.space().knobs().size()); },
           "Coordinates of a point; a knob per dimension counts once for each.", "knobs"),
       M(
           "space_size", Unit::count, [](const R& r) { return count_of(r.set().points()); },
           "Points, feasible or not.", "points"),
       M(
           "feasible", Unit::count, [](const R& r) { return count_of(r.set().feasible()); },
           "Points that satisfy all constraints.", "feasible"),
       M(
           "feasible_fraction", Unit::ratio,
           [](const R& r) { return r.set().feasible() / r.set().points(); }, "Their share.",
           "share")});
  return table;
}

const report::MetricTable<KnobRow>& knob_metrics() {
  using M = report::Metric<KnobRow>;
  using R = KnobRow;
  static const report::MetricTable<R> table(
      "knob", "A knob of a space (--describe).",
      {M("knob", Unit::text, &R::knob, "Its name.", "knob"),
       M("layer", Unit::text, &R::layer, "Of the stack: a word of the file.", "layer"),
       M("dimensions", Unit::count, &R::dimensions,
         "How many values a design has of it; 0: one, whatever the dimensions.", "dimensions"),
       M("values", Unit::text, &R::values, "What it may be.", "values"),
       M("base", Unit::text, &R::base, "What it is in the base; \"\" without one.", "base")});
  return table;
}

const report::MetricTable<ConstraintRow>& constraint_metrics() {
  using M = report::Metric<ConstraintRow>;
  using R = ConstraintRow;
  static const report::MetricTable<R> table(
      "constraint", "A constraint of a space (--describe).",
      {M("constraint", Unit::text, &R::constraint, "As in the file.", "constraint"),
       M("base_holds", Unit::flag, &R::base_holds, "Whether it holds of the base, if there is one.",
         "holds of the base")});
  return table;
}

const report::MetricTable<RewardRow>& reward_metrics() {
  using M = report::Metric<RewardRow>;
  using R = RewardRow;
  static const report::MetricTable<R> table(
      "reward", "A reward of a space (--describe).",
      {M("reward", Unit::text, &R::reward, "Its name.", "reward"),
       M("expression", Unit::text, &R::expression, "As in the file; higher is better.",
         "expression"),
       M("base_value", Unit::ratio, &R::base_value,
         "Of the base; none where it cannot be evaluated.", "base")});
  return table;
}

std::vector<report::Printed> description_rows(const Session& session) {
  std::vector<report::Printed> rows = {space_metrics()(session)};
  for (const KnobRow& row : knob_rows(session.space())) rows.push_back(knob_metrics()(row));
  for (const ConstraintRow& row : constraint_rows(session.space())) {
    rows.push_back(constraint_metrics()(row));
  }
  for (const RewardRow& row : reward_rows(session)) rows.push_back(reward_metrics()(row));
  return rows;
}

}  // namespace jacquard::searching
