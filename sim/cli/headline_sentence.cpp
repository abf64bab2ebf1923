// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/headline_sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "jacquard/report/metric_core.hpp"

namespace jacquard::cli {
namespace {

using report::Row;
using Rows = std::vector<const Row*>;

Rows rows_with(const Headline& headline, const report::Result& result) {
  Rows found;
  for (const Row& row : result.rows()) {
    if (row.value("row_kind", std::string()) != headline.row_kind) continue;
    const auto figure = row.find(headline.figure);
    if (figure != row.end() && figure->is_number()) found.push_back(&row);
  }
  return found;
}

report::Unit unit_of(const Headline& headline, const Command& command) {
  for (const report::RowKind& kind : command.rows()) {
    if (kind.name != headline.row_kind) continue;
    for (const report::MetricInfo& metric : kind.metrics) {
      if (metric.key == headline.figure) return metric.unit;
    }
  }
  return report::Unit::any;
}

std::string text_of(const Row& row, const Headline& headline, report::Unit unit) {
  const Row value = report::readable(row[headline.figure], unit);
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
}

// Of the headline's keys, the values that tell rows apart: "exact", or "circuit, moe:16".
std::string name_of(const Row& row, const Headline& headline, const Rows& rows) {
  std::string name;
  for (const std::string key : headline.lines) {
    std::set<std::string> values;
    for (const Row* one : rows) values.insert(one->value(key, Row()).dump());
    const Row value = row.value(key, Row());
    if (values.size() < 2 || !value.is_string() || value.get<std::string>().empty()) continue;
    const std::string text = value.get<std::string>();
    name += (name.empty() ? "" : ", ") + text.substr(text.find_last_of('/') + 1);
  }
  return name;
}

// "Holds in 100 cases. " of a check; nothing of what does not hold, which its own line says.
std::optional<std::string> verdict_of(const Rows& rows) {
  std::int64_t cases = 0;
  for (const Row* row : rows) {
    const auto pass = row->find("pass");
    if (pass == row->end()) return "";
    if (!pass->get<bool>()) return std::nullopt;
    cases += row->value("cases", std::int64_t{0});
  }
  return cases > 0 ? fmt::format("Holds in {} case{}. ", cases, cases == 1 ? "" : "s") : "Holds. ";
}

std::string figures_of(const Command& command, const Headline& headline, const Rows& rows) {
  const auto figure = [&](const Row* row) { return (*row)[headline.figure].get<double>(); };
  const auto [least, most] = std::minmax_element(
      rows.begin(), rows.end(), [&](const Row* a, const Row* b) { return figure(a) < figure(b); });
  const report::Unit unit = unit_of(headline, command);
  const std::string from = text_of(**least, headline, unit);
  const std::string to = text_of(**most, headline, unit);
  const std::string what = "The " + headline.words;
  if (rows.size() == 1) return fmt::format("{} is {}.", what, from);
  if (from == to) return fmt::format("{} is {} in all {} rows.", what, from, rows.size());
  const auto with = [&](const Row& row) {
    const std::string name = name_of(row, headline, rows);
    return name.empty() ? "" : " (" + name + ")";
  };
  return fmt::format("{} is {}{} at least and {}{} at most, in {} rows.", what, from, with(**least),
                     to, with(**most), rows.size());
}

}  // namespace

std::string headline_sentence(const Command& command, const report::Result& result) {
  for (const Headline& headline : command.headlines) {
    const Rows rows = rows_with(headline, result);
    if (rows.empty()) continue;
    const auto verdict = verdict_of(rows);
    return verdict ? *verdict + figures_of(command, headline, rows) : "";
  }
  return "";
}

}  // namespace jacquard::cli
