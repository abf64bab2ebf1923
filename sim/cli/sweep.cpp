// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/swept.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/sweep_page.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using Words = std::vector<std::string>;

std::string with_dashes(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return key;
}

// Without "--NAME VALUE" and "--NAME=VALUE". A switch stands without a value.
Words without(const Words& words, const std::string& name) {
  Words kept;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == name) {
      if (k + 1 < words.size() && words[k + 1].rfind("--", 0) != 0) ++k;
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

// How a swept key is given: by its option, as a word, or by --set.
enum class Given { option, word, set };

Given how_given(const Program& program, const std::string& key) {
  const Words options = program.option_names();
  const std::string name = with_dashes(key);
  if (name == "sweep" || name == "set" || name == "help") {
    throw base::ConfigError({"--sweep", "", "a key or another option", "'" + key + "'",
                             name == "set" ? "--sweep KEY=A,B takes keys of --set" : ""});
  }
  if (std::find(options.begin(), options.end(), name) != options.end()) return Given::option;
  if (!program.positional_of(key).empty()) return Given::word;
  if (program.command().has_keys) return Given::set;
  const std::string near = base::nearest(name, options);
  throw base::ConfigError({"--sweep", "", "an option of " + std::string(program.command().name),
                           "'" + key + "'",
                           near.empty() ? "see --help" : "did you mean '" + near + "'?"});
}

std::vector<Point> points_of(const Program& program, const std::vector<tool::Swept>& swept) {
  const Common& common = program.common();
  Words base = without(without(common.words, "--sweep"), "--out");
  std::vector<Given> given;
  for (const tool::Swept& one : swept) {
    given.push_back(how_given(program, one.key));
    if (given.back() == Given::option) base = without(base, "--" + with_dashes(one.key));
  }
  std::vector<Point> points;
  for (Words& values : tool::combinations(swept)) {
    Words words = base;
    for (std::size_t k = 0; k < swept.size(); ++k) {
      if (given[k] == Given::option) {
        words.push_back("--" + with_dashes(swept[k].key) + "=" + values[k]);
      } else if (given[k] == Given::set) {
        words.insert(words.end(), {"--set", swept[k].key + "=" + values[k]});
      } else {  // before options that take several words
        const auto verb = std::find(words.begin(), words.end(), program.command().name);
        words.insert(verb + 1, values[k]);
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
         report::Result& all, std::vector<SweptRow>& rows) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (std::size_t k = 0; k < swept.size(); ++k) columns.emplace_back(swept[k].key, values[k]);
  for (const report::Row& row : of_point.rows()) {
    rows.push_back({values, row});
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

// A case that cannot run, in place of its rows.
void add_refused(const std::vector<tool::Swept>& swept, const Words& values,
                 const std::string& reason, report::Result& all) {
  report::Printed printed;
  printed.json = report::Row::object();
  printed.json["row_kind"] = "refused";
  printed.json["sweep_point"] = said(swept, values);
  printed.json["refused"] = reason;
  printed.cells = report::Row::object();
  for (std::size_t k = 0; k < swept.size(); ++k) printed.cells[swept[k].key] = values[k];
  printed.cells["refused"] = reason;
  all.add(std::move(printed));
}

}  // namespace

int run_sweep(const Program& program, base::Span<const Command> verbs) {
  const Common& common = program.common();
  const std::vector<tool::Swept> swept = tool::read_sweeps(common.sweep, kMostPoints);
  const auto launches = [](const std::string& word) {
    return word.substr(0, word.find('=')) == "--launch";
  };
  if (std::any_of(common.words.begin(), common.words.end(), launches) ||
      std::any_of(swept.begin(), swept.end(), [](const auto& s) { return s.key == "launch"; })) {
    throw base::ConfigError(
        {"--sweep", "", "nothing with --launch, which is of one case", common.sweep.front(), ""});
  }
  const std::vector<Point> points = points_of(program, swept);
  Words asked = common.words;
  for (const char* name : {"--out", "--threads", "--figure", "--size"})
    asked = without(asked, name);
  report::Result all(common.words.front(), common.seed, {{"words", asked}});
  std::vector<SweptRow> rows;
  int worst = 0;
  std::size_t refused = 0;
  std::optional<base::ConfigError> first;
  {
    tool::Progress progress("sweep", "points");
    for (const Point& point : points) {
      progress.at(static_cast<double>(&point - points.data()), static_cast<double>(points.size()),
                  said(swept, point.values));
      Program one(point.words, verbs, [&](const report::Result& result) {
        add(result, swept, point.values, all, rows);
      });
      if (one.parse()) {
        throw base::ConfigError({"--sweep", "", "a command with a result", "--help", ""});
      }
      try {
        worst = std::max(worst, one.act());
      } catch (const base::ConfigError& error) {
        ++refused;
        add_refused(swept, point.values, error.what(), all);
        if (first) continue;
        base::InputFault fault = error.fault();
        fault.hint += (fault.hint.empty() ? "at " : "; at ") + said(swept, point.values);
        first.emplace(std::move(fault));
      }
    }
  }
  if (refused == points.size()) throw base::ConfigError(first->fault());
  if (!common.out.empty()) {
    const std::string help = program.help_of(with_dashes(swept.back().key));
    write_sweep(all, sweep_chart(rows, swept, program.command(), help), common);
    write_result(all, common, "sweep");
  }
  print(all, common);
  return worst;
}

}  // namespace jacquard::cli
