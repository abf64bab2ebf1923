// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/sweep_page.hpp"
#include "sim/tool/progress.hpp"
#include "sim/tool/swept.hpp"

namespace jacquard::cli {
namespace {

using Words = std::vector<std::string>;

std::string with_dashes(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return key;
}

// Without "--NAME VALUE" and "--NAME=VALUE".
Words without(const Words& words, const std::string& name) {
  Words kept;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == name) {
      ++k;
    } else if (words[k].rfind(name + "=", 0) != 0) {
      kept.push_back(words[k]);
    }
  }
  return kept;
}

struct Point {
  Words values;  // one for each swept key
  Words words;
};

// "guard-10_ns": part of a path.
std::string folder_of(const std::vector<tool::Swept>& swept, const Words& values) {
  std::string name;
  for (std::size_t k = 0; k < swept.size(); ++k) {
    name += (k == 0 ? "" : "-") + swept[k].key + "-" + values[k];
  }
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
    if (!plain) c = '_';
  }
  return name;
}

std::vector<Point> points_of(const Program& program, const std::vector<tool::Swept>& swept) {
  const Common& common = program.common();
  Words base = without(without(common.words, "--sweep"), "--out");
  if (!common.out_number.empty()) base.push_back("--out=" + common.out_number);
  std::vector<bool> is_option;
  for (const tool::Swept& one : swept) {
    const std::string name = with_dashes(one.key);
    is_option.push_back(program.has_option(name));
    if (is_option.back()) base = without(base, "--" + name);
    if (!is_option.back() && !program.command().has_keys) {
      throw base::ConfigError({"--sweep", "", "an option of " + std::string(program.command().name),
                               "'" + one.key + "'", "see --help"});
    }
  }
  std::vector<Words> combinations = {{}};
  for (const tool::Swept& one : swept) {
    std::vector<Words> longer;
    for (const Words& values : combinations) {
      for (const std::string& value : one.values) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    }
    combinations = std::move(longer);
  }
  std::vector<Point> points;
  for (Words& values : combinations) {
    Words words = base;
    for (std::size_t k = 0; k < swept.size(); ++k) {
      if (is_option[k]) {
        words.push_back("--" + with_dashes(swept[k].key) + "=" + values[k]);
      } else {
        words.insert(words.end(), {"--set", swept[k].key + "=" + values[k]});
      }
    }
    if (!common.out.empty() && program.command().writes) {
      words.push_back("--out=" + common.out + "/" + folder_of(swept, values));
    }
    points.push_back({std::move(values), std::move(words)});
  }
  return points;
}

std::string said(const std::vector<tool::Swept>& swept, const Words& values) {
  std::string text;
  for (std::size_t k = 0; k < swept.size(); ++k) {
    text += (k == 0 ? "" : "; ") + swept[k].key + "=" + values[k];
  }
  return text;
}

// The row with its point in front, after row_kind.
report::Row pointed(const report::Row& row,
                    const std::vector<std::pair<std::string, std::string>>& point) {
  report::Row with = report::Row::object();
  const auto kind = row.find("row_kind");
  if (kind != row.end()) with["row_kind"] = *kind;
  for (const auto& [key, value] : point) with[key] = value;
  for (const auto& item : row.items()) {
    if (item.key() != "row_kind" && !with.contains(item.key())) with[item.key()] = item.value();
  }
  return with;
}

void add(const report::Result& of_point, const std::vector<tool::Swept>& swept, const Words& values,
         report::Result& all) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (std::size_t k = 0; k < swept.size(); ++k) columns.emplace_back(swept[k].key, values[k]);
  for (const report::Row& row : of_point.rows()) {
    report::Printed printed;
    printed.json = pointed(row, {{"sweep_point", said(swept, values)}});
    all.add(std::move(printed));
  }
  for (const report::Row& row : of_point.cells()) {
    report::Printed printed;
    printed.cells = pointed(row, columns);
    all.add(std::move(printed));
  }
}

}  // namespace

int run_sweep(const Program& program, base::Span<const Command> verbs) {
  const Common& common = program.common();
  const std::vector<tool::Swept> swept = tool::read_sweeps(common.sweep, kMostPoints);
  const std::vector<Point> points = points_of(program, swept);
  report::Result all(program.command().name, common.seed,
                     {{"words", without(without(common.words, "--out"), "--threads")}});
  int worst = 0;
  {
    tool::Progress progress("sweep", "points");
    for (const Point& point : points) {
      progress.at(static_cast<double>(&point - points.data()), static_cast<double>(points.size()),
                  said(swept, point.values));
      Program one(point.words, verbs,
                  [&](const report::Result& result) { add(result, swept, point.values, all); });
      if (one.parse()) {
        throw base::ConfigError({"--sweep", "", "a command with a result", "--help", ""});
      }
      worst = std::max(worst, one.act());
    }
  }
  if (!common.out.empty()) {
    const report::LineChart chart = sweep_chart(all.rows(), swept);
    base::write_file(common.out + "/sweep.svg", report::svg(chart));
    base::write_file(common.out + "/sweep.html",
                     sweep_page(all, chart, command_line(common.words, {"--out"})));
    write_result(all, common, "sweep");
    spdlog::info("wrote {}/sweep.html", common.out);
  }
  print(all, common);
  return worst;
}

}  // namespace jacquard::cli
