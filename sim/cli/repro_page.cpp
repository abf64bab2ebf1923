// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/repro_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "jacquard/report/html/charts.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/cli/scatter_page.hpp"

namespace jacquard::cli {
namespace {

using report::escape;
using report::Row;

std::string shown(const Row& value) {
  if (value.is_null()) return "-";
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  constexpr std::size_t kMost = 40;  // lists and objects are whole in --json
  return text.size() > kMost ? text.substr(0, kMost - 3) + "..." : text;
}

// Papers with a number or two share a panel.
std::string panel_of(const std::string& id) {
  const std::string paper = id.substr(0, id.find('.'));
  return paper == "solstice" || paper == "eclipse" ? "other schedulers" : paper;
}

std::string table_of(const std::vector<Row>& rows) {
  std::string html =
      "<h2>Every number</h2>\n<div class=\"scroll\"><table><tr><th>number</th><th>published</th>"
      "<th>ours</th><th>unit</th><th>verdict</th><th>how, and why</th></tr>\n";
  for (const Row& row : rows) {
    const std::string verdict = row.value("verdict", "");
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}</td>"
        "<td class=\"remark\">{}</td></tr>\n",
        escape(row.value("id", "")), escape(shown(row.value("paper", Row()))),
        escape(shown(row.value("ours", Row()))), escape(row.value("unit", "")),
        verdict == "match"     ? "good"
        : verdict == "differs" ? "bad"
                               : "soft",
        escape(verdict), escape(row.value("remark", "")));
  }
  return html + "</table></div>\n";
}

std::optional<double> number(const Row& row, const std::string& key) {
  const auto found = row.find(key);
  if (found == row.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// "ttft_ms" of "measured_ttft_ms"; "ours_s" of "published_s".
std::string ours_of(const Row& row, const std::string& key) {
  for (const std::string begin : {"measured_", "published_"}) {
    if (key.rfind(begin, 0) != 0) continue;
    const std::string rest = key.substr(begin.size());
    for (const std::string& name : {rest, "ours_" + rest}) {
      if (number(row, name)) return name;
    }
  }
  return "";
}

// The texts of a row, which tell what it is of.
std::string name_of(const Row& row) {
  std::string name;
  for (const auto& item : row.items()) {
    if (item.key() == "row_kind" || item.key() == "source" || !item.value().is_string()) continue;
    const std::string text = item.value().get<std::string>();
    if (!text.empty()) name += (name.empty() ? "" : ", ") + text;
  }
  return name;
}

// Mean errors of rows that have no pairs.
std::string errors_of(const std::vector<Row>& rows) {
  std::vector<report::Bar> bars;
  double most = 0;
  for (const Row& row : rows) {
    const auto mape = number(row, "mape");
    if (!mape) continue;
    const auto bias = number(row, "bias");
    bars.push_back({name_of(row), *mape, 0,
                    bias ? fmt::format("{}, bias {:+.1f} %", report::percent(*mape), 100 * *bias)
                         : report::percent(*mape)});
    most = std::max(most, *mape);
  }
  if (bars.empty() || most <= 0) return "";
  std::stable_sort(bars.begin(), bars.end(),
                   [](const report::Bar& a, const report::Bar& b) { return a.value > b.value; });
  return "<h2>Mean errors</h2>\n<p>Mean of |ours / measured - 1| over the rows of each kind, the "
         "largest first; the bias is the mean with its sign.</p>\n" +
         report::bar_chart(bars, most * 1.05, 0.1, "an error of 10 %", "Mean errors",
                           [](double share) { return report::percent(share, 0); });
}

}  // namespace

const std::vector<std::string>& repro_verdicts() {
  static const std::vector<std::string> all = {
      "match",   "calibration", "differs", "paper-inconsistent", "not-reproducible",
      "machine", "not-covered"};
  return all;
}

std::string repro_page(const std::vector<Row>& rows, const std::string& command) {
  ScatterPage page;
  page.title = "Published numbers and ours";
  page.command = command;
  page.intro =
      "<p>Each dot is a number that a paper prints. On the line ours is the same. A verdict "
      "beside \"match\" has its reason in the table below.</p>\n";
  page.verdicts = repro_verdicts();
  for (const Row& row : rows) {
    const auto paper = number(row, "paper"), ours = number(row, "ours");
    if (!paper || !ours) continue;
    const std::string id = row.value("id", "");
    page.numbers.push_back({panel_of(id), row.value("verdict", ""), id, *paper, *ours});
  }
  page.rest = table_of(rows);
  return scatter_page(page);
}

std::string validate_page(const std::vector<Row>& rows, const std::string& name,
                          const std::string& command) {
  ScatterPage page;
  page.title = "Measured and ours: " + name;
  page.command = command;
  page.intro =
      "<p>Each dot is a measurement. On the line ours is the same; above it ours is larger.</p>\n";
  page.verdicts = verdicts_of_errors();
  for (const Row& row : rows) {
    for (const auto& item : row.items()) {
      const std::string ours = ours_of(row, item.key());
      if (ours.empty() || !item.value().is_number()) continue;
      const double measured = item.value().get<double>(), mine = row[ours].get<double>();
      std::string words = ours.rfind("ours_", 0) == 0 ? ours.substr(5) : ours;
      std::replace(words.begin(), words.end(), '_', ' ');
      page.numbers.push_back({words, measured > 0 ? verdict_of_error(mine / measured - 1) : "",
                              name_of(row), measured, mine});
    }
  }
  page.rest = errors_of(rows);
  return scatter_page(page);
}

}  // namespace jacquard::cli
