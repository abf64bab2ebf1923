// SPDX-License-Identifier: Apache-2.0
#include "sim/view/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/report/sweep_axis.hpp"
#include "sim/view/figure_rows.hpp"
#include "sim/view/figure_times.hpp"

namespace jacquard::view {
namespace {

using config::Json;
using report::Unit;

constexpr std::size_t kMostBars = 60;      // of 4 mm, on a page of 250 mm
constexpr std::size_t kMostPoints = 5000;  // of a scatter

struct Objective {
  std::string key, words;
  Unit unit;
  double sign;  // 1: more is better
};

// Points that no other one beats in both.
std::set<std::size_t> front_of(const std::vector<std::pair<double, double>>& points) {
  std::vector<std::size_t> order(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return points[a] > points[b]; });
  std::set<std::size_t> front;
  for (const std::size_t k : order) {
    const bool beaten = !front.empty() && std::any_of(front.begin(), front.end(), [&](auto f) {
      return points[f].first >= points[k].first && points[f].second >= points[k].second &&
             points[f] != points[k];
    });
    if (!beaten) front.insert(k);
  }
  return front;
}

std::optional<Figure> scatter(const RowList& all, const Objective& x, const Objective& y) {
  RowList rows;
  std::vector<std::pair<double, double>> points;
  for (const Json* row : all) {
    const auto across = number_of(*row, x.key);
    const auto up = number_of(*row, y.key);
    if (!across || !up || row->value("fits", Json()) == Json(false)) continue;
    rows.push_back(row);
    points.emplace_back(x.sign * *across, y.sign * *up);
  }
  if (points.size() < 2 || points.size() > kMostPoints) return std::nullopt;
  const std::set<std::size_t> front = front_of(points);
  Figure figure;
  figure.chart = Chart::scatter;
  figure.head = {"series", x.words, y.words};
  for (const bool on_front : {true, false}) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if ((front.count(k) > 0) != on_front) continue;
      figure.points.push_back({on_front ? "front" : "others", *number_of(*rows[k], x.key),
                               *number_of(*rows[k], y.key)});
    }
  }
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(),
      [&](const auto& a, const auto& b) { return y.sign * a.second < y.sign * b.second; });
  figure.log_y = y.sign * least->second > 0 &&
                 y.sign * most->second > report::kLinearSpread * y.sign * least->second;
  scale_x(figure, x.unit);
  scale_y(figure, y.unit);
  return figure;
}

std::optional<Figure> designs_figure(const Json& result) {
  const Objective time{"time_ps", "Step time", Unit::ps, -1};
  const Objective memory{"memory_bytes", "Memory of an NPU", Unit::bytes, -1};
  for (const char* kind : {"front", "knobs_front", "strategy", "knobs"}) {
    if (auto figure = scatter(rows_of(result, kind), memory, time)) return figure;
  }
  const RowList designs = rows_of(result, "design");
  const RowList searches = rows_of(result, "search");
  const std::string reward = searches.empty() ? "" : text_of(*searches.front(), "reward");
  const Objective cost{"cost_dollars", "Cost", Unit::usd, -1};
  const Objective bandwidth{"bandwidth_bytes_per_s", "Bandwidth of an NPU", Unit::bytes_per_s, -1};
  const bool costs = reward.find("cost") != std::string::npos;
  return scatter(designs, costs ? cost : bandwidth, time);
}

std::optional<Figure> batches_figure(const Json& result) {
  return scatter(rows_of(result, "batch"),
                 {"tokens_per_s_per_user", "Tokens of a user (1/s)", Unit::any, 1},
                 {"tokens_per_s_per_npu", "Tokens of an NPU (1/s)", Unit::any, 1});
}

std::optional<Figure> algorithms_figure(const Json& result) {
  const RowList rows = rows_of(result, "combination");
  std::set<double> sizes;
  for (const Json* row : rows) sizes.insert(number_of(*row, "bytes").value_or(0));
  if (rows.empty()) return std::nullopt;
  Figure figure;
  const bool lines = sizes.size() > 1;
  figure.head = {"algorithm", lines ? "Size" : "", "Time"};
  figure.chart = lines ? Chart::lines : Chart::bars;
  figure.log_x = figure.log_y = lines;
  for (const Json* row : rows) {
    const auto time = number_of(*row, "time_ps");
    if (!time) continue;
    const std::string further = name_among(*row, rows, {"spread", "chunks"});
    const std::string name =
        text_of(*row, "algorithm") + (further.empty() ? "" : " (" + further + ")");
    if (lines) {
      figure.points.push_back({name, number_of(*row, "bytes").value_or(0), *time});
    } else {
      figure.points.push_back({"time", name, *time});
    }
  }
  if (figure.points.empty()) return std::nullopt;
  if (lines) {
    std::stable_sort(figure.points.begin(), figure.points.end(), [](const auto& a, const auto& b) {
      return std::pair(a.series, a.x.template get<double>()) <
             std::pair(b.series, b.x.template get<double>());
    });
    scale_x(figure, Unit::bytes);
  }
  scale_y(figure, Unit::ps);
  return figure;
}

// A key whose values differ in all rows: what they are told apart by.
std::string telling_key(const RowList& rows, const std::string& figure) {
  for (const auto& item : rows.front()->items()) {
    std::set<std::string> values;
    for (const Json* row : rows) {
      const Json value = row->value(item.key(), Json());
      if (value.is_string() || value.is_number_integer()) values.insert(value.dump());
    }
    if (item.key() != figure && values.size() == rows.size()) return item.key();
  }
  return "";
}

std::optional<Figure> headline_figure(const Json& result, const std::vector<Sought>& sought) {
  const auto found = headline_rows(result, sought);
  if (!found) return std::nullopt;
  const auto& [one, rows] = *found;
  Figure figure;
  figure.head = {"series", "", capital(one.words)};
  std::set<std::string> names;
  for (const Json* row : rows) names.insert(name_among(*row, rows, one.lines));
  const bool by_lines = names.size() == rows.size() && names.count("") == 0;
  const std::string key = by_lines || rows.size() < 2 ? "" : telling_key(rows, one.key);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string name =
        name_among(*rows[k], rows, by_lines || key.empty() ? one.lines : std::vector{key});
    if (!by_lines && key.empty() && rows.size() > 1) {
      name += fmt::format("{}row {}", name.empty() ? "" : ", ", k + 1);
    }
    figure.points.push_back({one.words, name, *number_of(*rows[k], one.key)});
  }
  scale_y(figure, one.unit);
  return figure;
}

std::optional<Figure> chosen(const Json& result, const std::string& source,
                             const std::vector<Sought>& sought) {
  if (auto swept = sweep_figure(result, sought)) return swept;
  const std::string verb = text_of(result, "command");
  std::optional<Figure> figure;
  if (verb == "schedule" || verb == "simulate") figure = parts_figure(result, source);
  if (verb == "train") figure = step_figure(result);
  if (verb == "serve") figure = load_figure(result);
  if (verb == "serve" && !figure) figure = batches_figure(result);
  if (verb == "compare") figure = compare_figure(result);
  if (verb == "collective") figure = algorithms_figure(result);
  if (verb == "plan" || verb == "search") figure = designs_figure(result);
  return figure ? figure : headline_figure(result, sought);
}

}  // namespace

std::optional<Figure> figure_of(const Json& result, const std::string& source,
                                const std::vector<Sought>& sought) {
  std::optional<Figure> figure = chosen(result, source, sought);
  if (!figure) return figure;
  std::set<std::string> bars;
  for (const Figure::Point& point : figure->points) {
    if (point.x.is_string())
      bars.insert(point.x.get<std::string>() + "\n" +
                  (figure->chart == Chart::bars ? point.series : ""));
  }
  if (bars.size() > kMostBars) {
    throw base::ConfigError({source, "/rows", fmt::format("at most {} bars", kMostBars),
                             fmt::format("{}", bars.size()), "ask the command for fewer rows"});
  }
  return figure;
}

}  // namespace jacquard::view
