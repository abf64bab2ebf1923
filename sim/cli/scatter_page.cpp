// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/scatter_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/line_chart.hpp"

namespace jacquard::cli {
namespace {

std::vector<std::string> panels_of(const std::vector<ComparedNumber>& numbers) {
  std::vector<std::string> names;
  for (const ComparedNumber& n : numbers) {
    if (std::find(names.begin(), names.end(), n.panel) == names.end()) names.push_back(n.panel);
  }
  return names;
}

bool drawable(const ComparedNumber& n) {
  return n.published > 0 && n.ours > 0 && std::isfinite(n.published) && std::isfinite(n.ours);
}

std::string panel(const ScatterPage& page, const std::string& name) {
  report::LineChart chart;
  chart.title = name;
  chart.x_label = "published";
  chart.y_label = "ours";
  chart.logarithmic_x = true;
  chart.logarithmic_y = true;
  for (const std::string& verdict : page.verdicts) {
    chart.lines.emplace_back();
    chart.lines.back().name = verdict;
    chart.lines.back().joined = false;
  }
  int drawn = 0, left_out = 0;
  double least = 0, most = 0;
  for (const ComparedNumber& n : page.numbers) {
    if (n.panel != name) continue;
    if (!drawable(n)) {
      ++left_out;
      continue;
    }
    least = drawn == 0 ? n.published : std::min(least, n.published);
    most = std::max(most, n.published);
    ++drawn;
    for (report::Line& line : chart.lines) {
      if (line.name != n.verdict) continue;
      line.points.emplace_back(n.published, n.ours);
      line.titles.push_back(
          fmt::format("{}: published {:.4g}, ours {:.4g}", n.name, n.published, n.ours));
    }
  }
  if (drawn == 0) return "";
  report::Line equal;
  equal.name = "equal";
  equal.marks = false;
  equal.points = {{least, least}, {most, most}};
  chart.lines.push_back(std::move(equal));
  std::string html =
      fmt::format("<div><h3>{}</h3>\n{}", report::escape(name), report::inline_svg(chart));
  if (left_out > 0) {
    html += fmt::format("<p class=\"soft\">{} numbers that are 0 or below are not drawn.</p>\n",
                        left_out);
  }
  return html + "</div>\n";
}

}  // namespace

std::string scatter_page(const ScatterPage& page) {
  std::string facts;
  for (const std::string& verdict : page.verdicts) {
    const auto count = std::count_if(page.numbers.begin(), page.numbers.end(),
                                     [&](const auto& n) { return n.verdict == verdict; });
    if (count > 0) facts += report::fact(std::to_string(count), report::escape(verdict));
  }
  std::vector<std::string> legend = page.verdicts;
  legend.emplace_back("equal");
  std::string body =
      fmt::format("<h1>{}</h1>\n<p><code>{}</code></p>\n{}<div class=\"facts\">{}</div>\n{}",
                  report::escape(page.title), report::escape(page.command), page.intro, facts,
                  report::line_legend(legend));
  body += "<div class=\"pair\">\n";
  for (const std::string& name : panels_of(page.numbers)) body += panel(page, name);
  return report::document(page.title, body + "</div>\n" + page.rest);
}

std::string verdict_of_error(double error) {
  constexpr double kClose = 0.1, kNear = 0.3;
  const double off = std::abs(error);
  return verdicts_of_errors()[off <= kClose ? 0 : off <= kNear ? 1 : 2];
}

const std::vector<std::string>& verdicts_of_errors() {
  static const std::vector<std::string> all = {"within 10 %", "within 30 %", "further off"};
  return all;
}

}  // namespace jacquard::cli
