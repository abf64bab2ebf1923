// SPDX-License-Identifier: Apache-2.0
#include "sim/search/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/table.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/search/analysis/convergence.hpp"
#include "jacquard/search/front.hpp"
#include "sim/search/answers.hpp"
#include "sim/search/rows.hpp"

namespace jacquard::searching {
namespace {

using report::escape;
using report::fact;

constexpr std::size_t kMostDots = 2000;  // of a picture: more are not told apart
constexpr double kWide = 20;             // of rewards, from where on an axis is logarithmic
constexpr int kDesigns = 10;

// Every so-manieth valid evaluation.
std::vector<std::size_t> shown(const search::Found& found) {
  std::vector<std::size_t> steps;
  const std::size_t stride = found.scores.size() / kMostDots + 1;
  for (std::size_t i = 0; i < found.scores.size(); i += stride) {
    if (found.scores[i].valid) steps.push_back(i);
  }
  return steps;
}

bool wide(const report::Line& line, double std::pair<double, double>::*axis) {
  if (line.points.empty()) return false;
  const auto [low, high] =
      std::minmax_element(line.points.begin(), line.points.end(),
                          [&](const auto& a, const auto& b) { return a.*axis < b.*axis; });
  return (*low).*axis > 0 && (*high).*axis > kWide * (*low).*axis;
}

std::string facts(const Session& session, const search::Found& found) {
  const double reward = found.scores[static_cast<std::size_t>(found.best)].rewards.front();
  std::string html = "<div class=\"facts\">\n";
  html += fact(report::number_text(reward),
               "is the highest " + escape(report::words_of(session.question().rewards.front())));
  if (const auto base = base_design(session); base && base->score.valid) {
    const double of_base = base->score.rewards.front();
    if (of_base > 0 && reward > 0)
      html += fact(fmt::format("{:.3g} x", reward / of_base), "the base's");
  }
  html += fact(report::grouped(found.best + 1), "evaluations until it was found");
  html += fact(report::grouped(static_cast<std::int64_t>(found.evaluations.size())), "evaluations");
  html += fact(report::number_text(session.set().feasible()), "feasible points");
  if (certified(session, found)) html += fact("certified", "no feasible point is better");
  return html + "</div>\n";
}

// What each reward of the question is: names of a space's file say little.
std::string rewards_part(const Session& session) {
  std::string html = "<p>A higher reward is better.";
  for (const std::string& name : session.question().rewards) {
    for (const search::Reward& reward : session.space().rewards()) {
      if (reward.name != name) continue;
      html += fmt::format(" {} is <code>{}</code>.", escape(report::words_of(name)),
                          escape(reward.expression.text()));
    }
  }
  return html + "</p>\n";
}

std::string convergence_part(const Session& session, const search::Found& found) {
  report::Line each{"each design", {}}, best{"best so far", {}, false};
  each.joined = false;
  for (const std::size_t i : shown(found)) {
    each.points.emplace_back(static_cast<double>(i + 1), found.scores[i].rewards.front());
  }
  double height = 0;
  for (const search::Rise& rise : search::rises(found.scores)) {
    const auto at = static_cast<double>(rise.step + 1);
    if (!best.points.empty()) best.points.emplace_back(at, height);
    height = rise.reward;
    best.points.emplace_back(at, height);
  }
  best.points.emplace_back(static_cast<double>(found.scores.size()), height);
  report::LineChart chart{"Reward over evaluations",
                          "evaluation",
                          report::words_of(session.question().rewards.front()),
                          false,
                          {}};
  chart.logarithmic_y = wide(each, &std::pair<double, double>::second);
  chart.lines = {each, best};
  return "<h2>How it converged</h2>\n" + report::line_legend({each.name, best.name}) +
         report::inline_svg(chart);
}

std::string front_part(const Session& session, const search::Found& found) {
  const auto& names = session.question().rewards;
  if (names.size() < 2) return "";
  const auto place = [&](std::size_t i) {
    return std::pair{found.scores[i].rewards[0], found.scores[i].rewards[1]};
  };
  report::Line each{"each design", {}}, front{"on the front", {}};
  each.joined = false;
  front.joined = names.size() == 2;
  for (const std::size_t i : shown(found)) each.points.push_back(place(i));
  std::sort(each.points.begin(), each.points.end());
  for (const std::int64_t step : search::front_of(found)) {
    front.points.push_back(place(static_cast<std::size_t>(step)));
  }
  std::sort(front.points.begin(), front.points.end());
  report::LineChart chart{
      "The front", report::words_of(names[0]), report::words_of(names[1]), false, {each, front}};
  chart.logarithmic_x = wide(each, &std::pair<double, double>::first);
  chart.logarithmic_y = wide(each, &std::pair<double, double>::second);
  chart.x_from_zero = false;
  const char* more =
      names.size() > 2 ? "<p class=\"soft\">The first two of its rewards.</p>\n" : "";
  return "<h2>The front</h2>\n" + std::string(more) + report::line_legend({each.name, front.name}) +
         report::inline_svg(chart);
}

std::string difference_part(const Session& session, const search::Point& best) {
  if (!session.space().base()) return "";
  std::string html =
      "<h2>How the best differs from the base</h2>\n<div class=\"scroll\"><table>"
      "<tr><th>knob</th><th>base</th><th>best</th></tr>\n";
  for (const auto& one : search::difference(session.space(), *session.space().base(), best)) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escape(one.knob),
                        escape(one.from), escape(one.to));
  }
  return html + "</table></div>\n";
}

std::string importance_part(const Session& session, const search::Found& found) {
  std::vector<report::Bar> bars;
  double scale = 0.01;
  for (const search::Importance& one : importance_of(session, found)) {
    bars.push_back({one.knob, one.share, 0, report::percent(one.share)});
    scale = std::max(scale, one.share);
  }
  if (bars.empty()) return "";
  std::stable_sort(bars.begin(), bars.end(),
                   [](const auto& a, const auto& b) { return a.value > b.value; });
  return "<h2>Which knobs decided</h2>\n<p class=\"soft\">Share of the variance of the designs' "
         "ranks that a knob explains by itself. An agent's designs are no fair sample.</p>\n" +
         report::bar_chart(bars, scale * 1.05, 0, "", "Importance by knob",
                           [](double share) { return report::percent(share); });
}

std::string designs_part(const Session& session, const search::Found& found) {
  std::string html =
      "<h2>The best designs</h2>\n<div class=\"scroll\"><table><tr><th>design</th>"
      "<th>evaluation</th><th>reward</th></tr>\n";
  for (const DesignRow& row : best_designs(session, found, kDesigns)) {
    html += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td>{:.6g}</td></tr>\n",
                        escape(session.space().text(row.point)), row.step + 1,
                        row.score.rewards.front());
  }
  return html + "</table></div>\n";
}

}  // namespace

std::string search_page(const Session& session, const search::Found& found) {
  std::string body = fmt::format("<h1>{}</h1>\n<p class=\"soft\">Agent {}, seed {}.</p>\n",
                                 escape(session.space().title()),
                                 escape(session.question().agent.name), session.question().seed);
  if (found.best < 0) {
    return report::document("jacquard search",
                            body + "<p class=\"bad\">No design could be evaluated.</p>\n");
  }
  const auto& best = found.evaluations[static_cast<std::size_t>(found.best)].point;
  body += facts(session, found) + rewards_part(session) + convergence_part(session, found) +
          front_part(session, found) + difference_part(session, best) +
          importance_part(session, found) + designs_part(session, found);
  return report::document("jacquard search", body);
}

}  // namespace jacquard::searching
