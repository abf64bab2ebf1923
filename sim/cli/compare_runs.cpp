// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "jacquard/base/error.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/program.hpp"
#include "sim/tool/options_of_words.hpp"
#include "sim/tool/progress.hpp"
#include "sim/tool/words_of_line.hpp"

namespace jacquard::cli {
namespace {

using Words = std::vector<std::string>;

Words command_of(const ResultFile& file) {
  const auto line = file.json.find("command_line");
  if (line == file.json.end() || !line->is_string()) {
    throw base::ConfigError({file.name, "/command_line", "the command that printed it", "none",
                             "a result of an older version has none"});
  }
  Words words = tool::words_of_line(line->get<std::string>());
  for (const std::string& word : words) {
    if (word.substr(0, word.find('=')) != "--sweep") continue;
    throw base::ConfigError({file.name, "/command_line", "one run, which --runs can repeat",
                             "a sweep of several", "leave --runs out"});
  }
  if (!words.empty()) words.erase(words.begin());  // jacquard
  return words;
}

using tool::GivenOption;
using tool::name_of;

Words joined(const std::vector<GivenOption>& options) {
  Words words;
  for (const GivenOption& option : options) words.insert(words.end(), option.begin(), option.end());
  return words;
}

// The headline's least value; none where no row has it.
std::optional<std::pair<std::string, double>> headline_of(const Command& command,
                                                          const report::Result& result) {
  for (const Headline& headline : command.headlines) {
    std::optional<double> least;
    for (const report::Row& row : result.rows()) {
      const auto value = row.find(headline.figure);
      if (row.value("row_kind", std::string()) != headline.row_kind || value == row.end() ||
          !value->is_number()) {
        continue;
      }
      least = std::min(least.value_or(value->get<double>()), value->get<double>());
    }
    if (least) return std::pair(std::string(headline.figure), *least);
  }
  return std::nullopt;
}

std::pair<std::string, double> run(const Words& words) {
  std::optional<std::pair<std::string, double>> found;
  const Command* command = nullptr;
  Program program(words, commands(), [&](const report::Result& result) {
    if (!found) found = headline_of(*command, result);
  });
  if (program.parse()) {
    throw base::ConfigError({"--runs", "", "a command with a result", command_line(words), ""});
  }
  command = &program.command();
  program.act();
  if (!found) {
    throw base::ConfigError(
        {"--runs", "", "a verb with one figure that sums it up", command->name, ""});
  }
  return *found;
}

}  // namespace

std::vector<RunBetween> runs_between(const ResultFile& a, const ResultFile& b) {
  std::vector<GivenOption> now = tool::options_of_words(command_of(a));
  const std::vector<GivenOption> goal = tool::options_of_words(command_of(b));
  const auto of_name = [](std::vector<GivenOption>& options, const std::string& name) {
    return std::find_if(options.begin(), options.end(),
                        [&](const GivenOption& o) { return name_of(o) == name; });
  };
  tool::Progress progress("compare", "runs");
  std::vector<RunBetween> runs;
  const auto add = [&](const std::string& changed) {
    progress.at(changed.empty() ? "the first command" : changed);
    const auto [figure, value] = run(joined(now));
    runs.push_back({changed, figure, value, runs.empty() ? value : runs.back().value});
  };
  add("");
  // Words without dashes are told apart by their place.
  for (std::size_t k = 1; k < goal.size() && k < now.size(); ++k) {
    if (goal[k][0].rfind("--", 0) == 0 || now[k][0].rfind("--", 0) == 0) break;
    if (goal[k] == now[k]) continue;
    now[k] = goal[k];
    add(goal[k][0]);
  }
  for (const GivenOption& option : goal) {
    if (option[0].rfind("--", 0) != 0) continue;
    const auto at = of_name(now, name_of(option));
    if (at != now.end() && *at == option) continue;
    if (at != now.end())
      *at = option;
    else
      now.push_back(option);
    add(command_line(option).substr(std::string("jacquard ").size()));
  }
  for (const GivenOption& option : std::vector<GivenOption>(now)) {
    std::vector<GivenOption> wanted = goal;
    if (option[0].rfind("--", 0) != 0 || of_name(wanted, name_of(option)) != wanted.end()) continue;
    now.erase(of_name(now, name_of(option)));
    add("without " + name_of(option));
  }
  return runs;
}

const report::MetricTable<RunBetween>& run_between_metrics() {
  using T = RunBetween;
  using M = report::Metric<T>;
  using report::Unit;
  static const report::MetricTable<T> table(
      "run", "A run on the way from the first command to the second (--runs).",
      {M("changed", Unit::text, &T::changed,
         "The option that this run has changed; empty for the first command.", "changed"),
       M("figure", Unit::text, &T::figure, "Key of the verb's first figure.", "figure"),
       M("run_value", Unit::any, &T::value, "The figure; of several rows the least.", "value"),
       M(
           "run_change", Unit::any, [](const T& t) { return t.value - t.before; },
           "Less that of the run before.", "change")});
  return table;
}

}  // namespace jacquard::cli
