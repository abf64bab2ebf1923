// SPDX-License-Identifier: Apache-2.0
#include "papers/findings2026/rows.hpp"

#include <fmt/format.h>

namespace jacquard::studies::findings2026 {

using report::Row;
using report::Unit;

const report::MetricTable<Found>& found_metrics() {
  using R = Found;
  using M = report::Metric<R>;
  const auto rounded = [](const Row& v) {
    return v.is_number() ? Row(fmt::format("{:.3g}", v.get<double>())) : v;
  };
  static const report::MetricTable<R> table(
      "finding_2026", "study findings-2026: a claim, and what we found.",
      {
          M(
              "finding", Unit::count, [](const R& f) { return f.finding.number; }, "Its number.",
              "finding"),
          M(
              "title", Unit::text, [](const R& f) { return f.finding.title; }, "In a few words.",
              "title"),
          M(
              "question", Unit::text, [](const R& f) { return f.finding.question; },
              "What is asked."),
          M(
              "who", Unit::text, [](const R& f) { return f.finding.who; }, "Who asks or claims."),
          M(
              "claim", Unit::text, [](const R& f) { return f.finding.claim; },
              "What they say, in our words."),
          M(
              "claim_read", Unit::text, [](const R& f) { return f.finding.read; },
              "What we know the claim from."),
          M(
              "figure", Unit::text, [](const R& f) { return f.finding.figure; },
              "What the three numbers are."),
          M(
              "claimed", Unit::ratio, [](const R& f) { return f.finding.claimed; },
              "The number that is claimed; null: none.", "claimed")
              .as(rounded)
              .or_null(),
          M(
              "fidelity_a", Unit::text, [](const R& f) { return f.finding.fidelity_a; },
              "The first way of finding the number."),
          M(
              "at_a", Unit::ratio, [](const R& f) { return f.answer.at_a; },
              "The number at fidelity_a.", "at a")
              .as(rounded),
          M(
              "fidelity_b", Unit::text, [](const R& f) { return f.finding.fidelity_b; },
              "The second way, which knows more."),
          M(
              "at_b", Unit::ratio, [](const R& f) { return f.answer.at_b; },
              "The number at fidelity_b.", "at b")
              .as(rounded),
          M(
              "verdict", Unit::text, [](const R& f) { return name_of(f.answer.verdict); },
              "holds, fails, or depends on what the answer says.", "verdict"),
          M(
              "answer", Unit::text, [](const R& f) { return f.answer.words; }, "What we found."),
          M(
              "change", Unit::text, [](const R& f) { return f.finding.change; },
              "What would change the answer."),
          M("commands", Unit::any, &R::commands, "What was run, as a list."),
      });
  return table;
}

const report::MetricTable<Point>& point_metrics() {
  using R = Point;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "finding_2026_point", "study findings-2026: a point of a finding's picture.",
      {
          M("finding", Unit::count, &R::finding, "Its number."),
          M("line", Unit::text, &R::line, "Of the picture."),
          M("x_says", Unit::text, &R::x_says, "What x is, with its unit."),
          M("x", Unit::any, &R::x, "Across."),
          M("y_says", Unit::text, &R::y_says, "What y is, with its unit."),
          M("y", Unit::any, &R::y, "Upwards."),
      });
  return table;
}

std::vector<Point> points_of(const Found& found) {
  std::vector<Point> points;
  const report::LineChart& chart = found.answer.chart;
  for (const report::Line& line : chart.lines) {
    for (const auto& [x, y] : line.points) {
      points.push_back({found.finding.number, line.name, chart.x_label, chart.y_label, x, y});
    }
  }
  return points;
}

}  // namespace jacquard::studies::findings2026
