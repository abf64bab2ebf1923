// SPDX-License-Identifier: Apache-2.0
#include "sim/advise/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::advise {
namespace {

using base::Picoseconds;
using report::time_text;

constexpr double kMostShown = 3;         // times the bound: what is slower is no answer
constexpr std::size_t kMostLines = 6;    // colours that are told apart
constexpr double kShortestShown = 1e-6;  // of the longest guard
constexpr int kPoints = 120;

std::vector<Picoseconds> shown_guards(Picoseconds longest) {
  std::vector<Picoseconds> guards;
  for (int k = 0; k <= kPoints; ++k) {
    const double share = std::pow(kShortestShown, 1 - static_cast<double>(k) / kPoints);
    const Picoseconds guard{
        std::max<std::int64_t>(1, std::llround(share * static_cast<double>(longest.count())))};
    if (guards.empty() || guard > guards.back()) guards.push_back(guard);
  }
  return guards;
}

// The winners in their order, then who affords most.
std::vector<std::string> worth_drawing(const Advice& advice) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (names.size() < kMostLines && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  };
  for (const RangeRow& row : advice.ranges) add(row.range.first->scheduler);
  for (const SchedulerRow& row : advice.schedulers) add(row.at_zero->scheduler);
  return names;
}

std::vector<std::pair<double, std::string>> decades(const std::vector<Picoseconds>& guards) {
  std::vector<std::pair<double, std::string>> names;
  for (double at = 1; at <= static_cast<double>(guards.back().count()); at *= 10) {
    if (at < static_cast<double>(guards.front().count())) continue;
    names.emplace_back(at, config::show_quantity(Picoseconds{at}));
  }
  return names;
}

std::string upto(const std::optional<Picoseconds>& guard, const Advice& advice) {
  if (!guard) return "no guard time";
  return *guard >= advice.longest ? "every guard time up to " + time_text(*guard)
                                  : "guard times up to " + time_text(*guard);
}

std::string range_table(const Advice& advice) {
  std::string html =
      "<div class=\"scroll\"><table><tr><th>guard time</th><th>scheduler</th><th>decided by</th>"
      "<th>setting</th><th>switch settings</th><th>over the bound</th></tr>\n";
  for (const RangeRow& row : advice.ranges) {
    const Contender& c = *row.range.last;
    html += fmt::format(
        "<tr><td>{} to {}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0f}</td>"
        "<td>{:.3f} to {:.3f}</td></tr>\n",
        time_text(row.range.from), time_text(row.range.to), report::escape(c.scheduler),
        c.by_core ? "its core" : "software", report::escape(setting(c)), c.permutations(),
        row.range.first->time(row.range.from) / row.bound, c.time(row.range.to) / row.bound);
  }
  return html + "</table></div>\n";
}

}  // namespace

report::LineChart chart(const Advice& advice, const std::vector<Contender>& contenders) {
  report::LineChart chart;
  chart.title = "Time to serve the demand, over its bound";
  chart.x_label = "guard time";
  chart.y_label = "decision, slots and guards / bound";
  chart.logarithmic_x = true;
  chart.y_from_zero = false;
  const std::vector<Picoseconds> guards = shown_guards(advice.longest);
  chart.x_names = decades(guards);
  for (const std::string& name : worth_drawing(advice)) {
    report::Line line;
    line.name = name;
    line.marks = false;
    const auto own = of_scheduler(contenders, name);
    for (const Picoseconds guard : guards) {
      const double ratio = winner(own, guard).time(guard) / advice.bound;
      if (ratio <= kMostShown) line.points.emplace_back(guard.count(), ratio);
    }
    if (!line.points.empty()) chart.lines.push_back(std::move(line));
  }
  for (const RangeRow& row : advice.ranges) {
    const auto from = std::max(row.range.from, guards.front());
    if (row.range.to <= from) continue;
    chart.regions.push_back({static_cast<double>(from.count()),
                             static_cast<double>(row.range.to.count()), row.range.last->scheduler});
  }
  return chart;
}

std::string affordable(const Advice& advice) {
  return fmt::format("Within 5 % of the bound: {}. Within 20 %: {}.",
                     upto(advice.afforded.within_5pct, advice),
                     upto(advice.afforded.within_20pct, advice));
}

std::string words_of_bound(const Advice& advice) {
  const RangeRow& row = advice.ranges.back();
  const Picoseconds guard = row.range.to;
  return fmt::format(
      "The bound of {} is the largest row or column at the rate of a port's links, without guards "
      "or "
      "decisions."
      "\nover_bound is the time over it: with guards of {} {} takes {:.4g} times as long.",
      time_text(advice.bound), time_text(guard), row.range.last->scheduler,
      row.range.last->time(guard) / advice.bound);
}

std::string page(const Advice& advice, const std::vector<Contender>& contenders,
                 const std::string& demand, const std::string& command, bool timed) {
  const report::LineChart drawing = chart(advice, contenders);
  std::vector<std::string> names;
  for (const report::Line& line : drawing.lines) names.push_back(line.name);
  const auto fact_of = [](const std::optional<Picoseconds>& guard) {
    return guard ? time_text(*guard) : std::string("none");
  };
  return report::document(
      "Scheduler and guard time",
      fmt::format("<h1>Scheduler and guard time</h1>\n<p><code>{}</code></p>\n<p>{}</p>\n",
                  report::escape(command), report::escape(demand)) +
          "<div class=\"facts\">" +
          report::fact(fact_of(advice.afforded.within_5pct),
                       "largest guard within 5 % of the bound") +
          report::fact(fact_of(advice.afforded.within_20pct),
                       "largest guard within 20 % of the bound") +
          report::fact(time_text(advice.bound),
                       "bound: the largest line at the rate of a port's links") +
          "</div>\n<h2>Who is done first</h2>\n<p>The shaded ranges name who is done first. The "
          "bound "
          "has neither guards nor decisions. " +
          (timed ? std::string("Software decides everything before it sends, in the time that this "
                               "machine took. A core's settings are used as they come.")
                 : std::string("The decisions of software count as instant here; a core's clocks "
                               "count.")) +
          "</p>\n" + report::line_legend(names) + report::inline_svg(drawing) +
          range_table(advice));
}

}  // namespace jacquard::advise
