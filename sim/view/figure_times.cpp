// SPDX-License-Identifier: Apache-2.0
#include "sim/view/figure_times.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/html/palette.hpp"
#include "sim/explain/time_parts.hpp"

namespace jacquard::view {
namespace {

using config::Json;
using report::Unit;

// Parts that no bar has are left out.
void add_part(Figure& figure, const std::string& part, const std::vector<std::string>& bars,
              const std::vector<double>& values) {
  if (std::all_of(values.begin(), values.end(), [](double v) { return v == 0; })) return;
  for (std::size_t k = 0; k < bars.size(); ++k) {
    figure.points.push_back({part, bars[k], values[k]});
  }
}

std::vector<std::string> apart(std::vector<std::string> names) {
  const std::vector<std::string> given = names;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto here = given.begin() + static_cast<std::ptrdiff_t>(k);
    const auto before = std::count(given.begin(), here, given[k]);
    if (before > 0) names[k] += " (" + std::to_string(before + 1) + ")";
  }
  return names;
}

}  // namespace

std::optional<Figure> parts_figure(const Json& result, const std::string& source) {
  std::vector<explain::TimeParts> all;
  try {
    all = explain::time_parts(result, source);
  } catch (const base::ConfigError&) {
    return std::nullopt;  // memories, meshes and means have no such parts
  }
  Figure figure;
  figure.chart = Chart::stacked;
  figure.head = {"part", text_of(result, "command") == "schedule" ? "scheduler" : "fabric", "Time"};
  figure.fixed = {{"guard", report::kGuardTone}, {"other", report::kRestTone}};
  std::vector<std::string> names;
  std::vector<double> data, decision, guard, other;
  for (const explain::TimeParts& one : all) {
    names.push_back(one.name);
    data.push_back(one.data);
    decision.push_back(one.decision);
    guard.push_back(one.guard);
    other.push_back(one.other);
  }
  names = apart(std::move(names));
  add_part(figure, "data", names, data);
  add_part(figure, "decision", names, decision);
  add_part(figure, "guard", names, guard);
  add_part(figure, "other", names, other);
  scale_y(figure, Unit::ps);
  return figure;
}

std::optional<Figure> step_figure(const Json& result) {
  const RowList steps = rows_of(result, "step");
  if (steps.size() != 1) return std::nullopt;
  RowList bars = rows_of(result, "class");
  if (bars.size() < 2) bars = steps;
  const double time = number_of(*steps.front(), "time_ps").value_or(0);
  std::vector<std::string> names;
  std::vector<std::vector<double>> parts(4);
  for (const Json* row : bars) {
    const auto stage = number_of(*row, "stage");
    names.push_back(stage ? "stage " + std::to_string(static_cast<int>(*stage)) : "step");
    double left = time;
    constexpr const char* kKeys[] = {"compute_ps", "exposed_comm_ps", "bubble_ps"};
    for (std::size_t k = 0; k < 3; ++k) {
      parts[k].push_back(number_of(*row, kKeys[k]).value_or(0));
      left -= parts[k].back();
    }
    constexpr double kRounding = 1e-6;
    parts[3].push_back(left > kRounding * time ? left : 0);
  }
  Figure figure;
  figure.chart = Chart::stacked;
  figure.head = {"part", "NPUs", "Step time"};
  figure.fixed = {{"bubble", "#cc79a7"}, {"other", report::kRestTone}};
  names = apart(std::move(names));
  constexpr const char* kParts[] = {"compute", "waiting for communication", "bubble", "other"};
  for (std::size_t k = 0; k < 4; ++k) add_part(figure, kParts[k], names, parts[k]);
  if (figure.points.empty()) return std::nullopt;
  scale_y(figure, Unit::ps);
  return figure;
}

std::optional<Figure> load_figure(const Json& result) {
  const RowList rows = rows_of(result, "load");
  Figure figure;
  figure.chart = Chart::lines;
  figure.head = {"series", "Requests (1/s)", "Latency"};
  double least = 0, most = 0, slowest = 0;
  for (const char* word : {"TTFT", "TPOT"}) {
    const std::string key = word == std::string("TTFT") ? "ttft_p95_ps" : "tpot_p95_ps";
    for (const Json* row : rows) {
      const auto rate = number_of(*row, "rate_per_s");
      const auto value = number_of(*row, key);
      if (!rate || !value) continue;
      if (figure.points.empty()) least = most = *rate;
      least = std::min(least, *rate);
      most = std::max(most, *rate);
      slowest = std::max(slowest, *value);
      figure.points.push_back({std::string(word) + " p95", *rate, *value});
    }
  }
  if (figure.points.empty()) return std::nullopt;
  for (const Json* row : rows_of(result, "capacity")) {
    std::string rest = text_of(*row, "slo");  // "ttft=2 s,tpot=50 ms"
    for (const auto& [key, word] : {std::pair("ttft=", "TTFT"), std::pair("tpot=", "TPOT")}) {
      const std::size_t at = rest.find(key);
      if (at == std::string::npos) continue;
      std::string text = rest.substr(at + 5);
      text.erase(std::min(text.find(','), text.size()));
      double limit = 0;
      try {
        limit = static_cast<double>(config::parse_quantity<base::Picoseconds>(text, {}).count());
      } catch (const base::ConfigError&) {
        continue;
      }
      const std::string name = std::string(word) + " limit";
      figure.points.push_back({name, least, limit});
      figure.points.push_back({name, most, limit});
      figure.fixed.emplace_back(name, word == std::string("TTFT") ? "#0072b2" : "#d55e00");
    }
    break;  // of the first system
  }
  figure.log_y = slowest > 0;
  scale_y(figure, Unit::ps);
  return figure;
}

std::optional<Figure> compare_figure(const Json& result) {
  constexpr std::size_t kShown = 10;
  const RowList rows = rows_of(result, "part");
  if (rows.empty()) return std::nullopt;
  const std::string of = text_of(*rows.front(), "of");
  double was = 0, is = 0, others = 0;
  std::vector<std::pair<std::string, double>> changes;
  for (const Json* row : rows) {  // the largest change first
    if (text_of(*row, "of") != of) continue;
    const double before = number_of(*row, "was_ps").value_or(0);
    const double after = number_of(*row, "is_ps").value_or(0);
    was += before;
    is += after;
    if (after == before) continue;
    if (changes.size() < kShown) {
      changes.emplace_back(text_of(*row, "part"), after - before);
    } else {
      others += after - before;
    }
  }
  Figure figure;
  figure.chart = Chart::waterfall;
  figure.head = {"series", "part", of == "time" ? "Time" : capital(of) + ": time"};
  figure.points.push_back({"total of the first", "first", was});
  for (const auto& [part, more] : changes) figure.points.push_back({"change", part, more});
  if (others != 0) figure.points.push_back({"change", "other parts", others});
  figure.points.push_back({"total of the second", "second", is});
  scale_y(figure, Unit::ps);
  return figure;
}

}  // namespace jacquard::view
