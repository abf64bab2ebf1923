// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_page.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "jacquard/base/file.hpp"
#include "jacquard/report/html/document.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/html/ticks.hpp"
#include "jacquard/report/sweep_axis.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/view/axis_unit.hpp"

namespace jacquard::cli {
namespace {

using report::Row;
using report::Unit;
using Rows = std::vector<const SweptRow*>;

// The rows that have the headline's figure.
Rows rows_with(const Headline& headline, const std::vector<SweptRow>& rows) {
  Rows with;
  for (const SweptRow& one : rows) {
    if (one.row.value("row_kind", std::string()) != headline.row_kind) continue;
    const auto figure = one.row.find(headline.figure);
    if (figure != one.row.end() && figure->is_number()) with.push_back(&one);
  }
  return with;
}

Unit unit_of(const Headline& headline, const Command& command) {
  for (const report::RowKind& kind : command.rows()) {
    if (kind.name != headline.row_kind) continue;
    for (const report::MetricInfo& metric : kind.metrics) {
      if (metric.key == headline.figure) return metric.unit;
    }
  }
  return Unit::any;
}

// A name as it is; a number after its key.
std::string text_of(std::string key, const Row& value) {
  if (value.is_string()) return value.get<std::string>();
  std::replace(key.begin(), key.end(), '_', ' ');
  return key + " " +
         (value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump());
}

// Of `keys`, those whose values differ from row to row and that the x axis does not show.
std::vector<std::string> telling(const std::vector<const char*>& keys, const Rows& rows,
                                 const std::string& on_x) {
  std::vector<std::string> differ;
  for (const std::string key : keys) {
    std::set<std::string> values;
    for (const SweptRow* one : rows) values.insert(one->row.value(key, Row()).dump());
    if (key != on_x && values.size() > 1) differ.push_back(key);
  }
  return differ;
}

std::string line_of(const SweptRow& one, const std::vector<tool::Swept>& swept,
                    const std::vector<std::string>& keys) {
  std::string name;
  const auto add = [&name](const std::string& part) { name += (name.empty() ? "" : ", ") + part; };
  for (std::size_t k = 0; k + 1 < swept.size(); ++k) add(swept[k].key + " " + one.values[k]);
  for (const std::string& key : keys) {
    const auto value = one.row.find(key);
    if (value != one.row.end() && !value->is_null()) add(text_of(key, *value));
  }
  return name;
}

std::string capital(std::string words) {
  if (words.empty()) return words;
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

// "batch: sequences of a step", where help says of the key so in one short clause.
std::string axis_of(const std::string& key, const std::string& help) {
  constexpr std::size_t kLongest = 60;
  const std::size_t end = std::min(help.find_first_of(".,:;([\""), help.size());
  if (end < help.size() && (help[end] == ',' || help[end] == ':')) return key;  // half a clause
  std::string words = help.substr(0, end);
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (words.empty() || words.size() > kLongest) return key;
  const unsigned char second = words.size() > 1 ? static_cast<unsigned char>(words[1]) : 'N';
  if (std::isupper(second) == 0) {  // "NPUs" keeps its letters
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  }
  return key + ": " + words;
}

report::Line& named(const std::string& name, report::LineChart& chart) {
  for (report::Line& line : chart.lines) {
    if (line.name == name) return line;
  }
  chart.lines.emplace_back();
  chart.lines.back().name = name;
  return chart.lines.back();
}

// In the unit in which the largest figure reads well; by logarithm where they differ much.
void scale_y(Unit unit, report::LineChart& chart) {
  double least = chart.lines.front().points.front().second, most = least;
  for (const report::Line& line : chart.lines) {
    for (const auto& point : line.points) {
      least = std::min(least, point.second);
      most = std::max(most, point.second);
    }
  }
  const view::AxisUnit scale = view::axis_unit(unit, most);
  for (report::Line& line : chart.lines) {
    for (auto& point : line.points) point.second /= scale.size;
  }
  if (!scale.name.empty()) chart.y_label += fmt::format(" ({})", scale.name);
  chart.logarithmic_y = least > 0 && most > report::kLinearSpread * least;
}

using Names = std::vector<std::pair<double, std::string>>;

// Whether names side by side would overlap in the chart of a page.
bool names_need_room(const Names& names, const report::SweepAxis& axis) {
  constexpr double kWidth = 380, kLetters = 13.5, kGap = 8;
  double needed = 0;
  for (const auto& [place, name] : names) needed += report::text_width(name, kLetters) + kGap;
  return !axis.quantities && needed > kWidth;
}

// The legend then says which value each number is.
void number_names(Names& names) {
  for (auto& [place, name] : names) name = fmt::format("{:.0f}", place + 1);
}

std::string page(const report::Result& result, const report::LineChart* chart,
                 const std::string& command) {
  const std::string title = chart == nullptr ? "Sweep" : chart->title;
  std::string picture;
  if (chart != nullptr) {
    std::vector<std::string> names;
    for (const report::Line& line : chart->lines) names.push_back(line.name);
    picture = report::line_legend(names) + report::inline_svg(*chart);
  }
  return report::document(
      "Sweep",
      fmt::format(
          "<h1>{}</h1>\n<p><code>{}</code></p>\n{}<div class=\"scroll\"><pre>{}</pre></div>\n",
          report::escape(title), report::escape(command), picture, report::escape(result.table())));
}

}  // namespace

std::optional<report::LineChart> sweep_chart(const std::vector<SweptRow>& rows,
                                             const std::vector<tool::Swept>& swept,
                                             const Command& command, const std::string& help) {
  const auto headline =
      std::find_if(command.headlines.begin(), command.headlines.end(),
                   [&](const Headline& one) { return !rows_with(one, rows).empty(); });
  if (headline == command.headlines.end()) return std::nullopt;
  const Rows drawn = rows_with(*headline, rows);
  const tool::Swept& last = swept.back();
  std::string on_x = last.key;
  std::replace(on_x.begin(), on_x.end(), '-', '_');
  const std::vector<std::string> keys = telling(headline->lines, drawn, on_x);
  std::replace(on_x.begin(), on_x.end(), '_', ' ');

  report::LineChart chart;
  chart.title = fmt::format("{} against {}", capital(headline->words), on_x);
  chart.y_label = headline->words;
  const report::SweepAxis axis = report::sweep_axis(last.values);
  chart.x_label = axis.quantities ? axis_of(on_x, help) : on_x;
  chart.logarithmic_x = axis.logarithmic;
  chart.x_from_zero = false;
  for (std::size_t k = 0; k < last.values.size(); ++k) {
    chart.x_names.emplace_back(axis.places[k], last.values[k]);
  }
  std::sort(chart.x_names.begin(), chart.x_names.end());

  const bool by_legend = names_need_room(chart.x_names, axis) && keys.empty() && swept.size() == 1;
  if (by_legend) number_names(chart.x_names);
  std::set<std::pair<std::string, double>> there;  // the first row of a line at a place is drawn
  for (const SweptRow* one : drawn) {
    const auto at = std::find(last.values.begin(), last.values.end(), one->values.back());
    const double place = axis.places[static_cast<std::size_t>(at - last.values.begin())];
    std::string name = line_of(*one, swept, keys);
    if (by_legend) name = fmt::format("{:.0f}: {}", place + 1, *at);
    if (name.empty()) name = headline->words;
    if (!there.emplace(name, place).second) continue;
    report::Line& line = named(name, chart);
    line.joined = axis.quantities;
    line.points.emplace_back(place, one->row[headline->figure].get<double>());
  }
  for (report::Line& line : chart.lines) std::stable_sort(line.points.begin(), line.points.end());
  scale_y(unit_of(*headline, command), chart);
  return chart;
}

void write_sweep(const report::Result& result, const std::optional<report::LineChart>& chart,
                 const Common& common) {
  if (common.out.empty()) return;
  if (chart) base::write_file(common.out + "/sweep.svg", report::svg(*chart));
  base::write_file(common.out + "/sweep.html",
                   page(result, chart ? &*chart : nullptr, command_line(common.words, {"--out"})));
  spdlog::info("wrote {}/sweep.html", common.out);
}

}  // namespace jacquard::cli
