// SPDX-License-Identifier: Apache-2.0
// jacquard results: what every key of every row means, from the tables that make the rows.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

using report::MetricInfo;
using report::RowKind;

struct KeyRow {
  const Command& of;
  const RowKind& kind;
  const MetricInfo& metric;

  const char* command() const { return of.name; }
  // From 1 on; none of most keys.
  std::optional<std::size_t> headline() const {
    for (std::size_t k = 0; k < of.headlines.size(); ++k) {
      const Headline& one = of.headlines[k];
      if (kind.name == one.row_kind && metric.key == one.figure) return k + 1;
    }
    return std::nullopt;
  }
};

const report::MetricTable<KeyRow>& key_metrics() {
  using R = KeyRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "key", "A key of a kind of row.",
      {
          M("command", Unit::text, &R::command, "The verb.", "command"),
          M(
              "of_row_kind", Unit::text, [](const R& r) { return r.kind.name; },
              "The row's row_kind; empty for rows without.", "of_row_kind"),
          M(
              "rows", Unit::text, [](const R& r) { return r.kind.doc; },
              "What the rows are about."),
          M(
              "key", Unit::text, [](const R& r) { return r.metric.key; },
              "The key; * stands for keys that are not known beforehand.", "key"),
          M(
              "unit", Unit::text, [](const R& r) { return report::name_of(r.metric.unit); },
              "Its unit.", "unit"),
          M(
              "column", Unit::text, [](const R& r) { return r.metric.heading; },
              "Heading in tables; empty where tables leave it out.", "column"),
          M(
              "meaning", Unit::text, [](const R& r) { return r.metric.doc; },
              "What it is, and when a row has it if not always.", "meaning"),
          M("headline", Unit::count, &R::headline,
            "1 for the figure that the verb is asked for, 2 for that of its next kind of answer."),
      });
  return table;
}

std::vector<RowKind> rows() { return {key_metrics().kind()}; }

// Every kind of row of a verb; of all where it is "".
template <class Visit>
void each_kind(const std::string& verb, const Visit& visit) {
  for (const Command& command : commands()) {
    if (!verb.empty() && verb != command.name) continue;
    for (const RowKind& kind : command.rows()) visit(command, kind);
  }
}

int schema(const std::string& verb, const Common& common) {
  report::Result result("results", common.seed, {{"verb", verb}});
  each_kind(verb, [&](const Command& command, const RowKind& kind) {
    if (!kind.name.empty()) {
      const MetricInfo name{"row_kind", report::Unit::text, "Which kind of row this is.", "", 0};
      result.add(key_metrics()({command, kind, name}));
    }
    for (const MetricInfo& metric : kind.metrics) {
      if (!metric.key.empty()) result.add(key_metrics()({command, kind, metric}));
    }
  });
  print(result, common);
  return 0;
}

// The same in Markdown, which docs/results.md ends with.
int page(const std::string& verb, const Common& common) {
  if (!common.for_people()) {
    throw base::ConfigError({common.json ? "--json" : "--csv", "",
                             "results schema, as a page is Markdown", "page", ""});
  }
  const char* last = "";
  each_kind(verb, [&](const Command& command, const RowKind& kind) {
    if (last != command.name) fmt::print("\n## jacquard {}\n", last = command.name);
    fmt::print("\n{}{}\n\n| key | unit | column | meaning |\n|---|---|---|---|\n",
               kind.name.empty() ? "" : fmt::format("`row_kind` `{}`: ", kind.name), kind.doc);
    for (const MetricInfo& m : kind.metrics) {
      const auto code = [](const std::string& t) { return t.empty() ? t : '`' + t + '`'; };
      fmt::print("| {} | {} | {} | {} |\n", code(m.key), report::name_of(m.unit), code(m.heading),
                 m.doc);
    }
  });
  return 0;
}

struct Words {
  std::string action = "schema";
  std::string verb;
};

int act(const Words& words, const Common& common) {
  const std::vector<std::string> actions = {"schema", "page"};
  if (std::find(actions.begin(), actions.end(), words.action) == actions.end()) {
    base::throw_unknown_name("results", "an action", words.action, actions);
  }
  std::vector<std::string> verbs;
  for (const Command& command : commands()) verbs.emplace_back(command.name);
  if (!words.verb.empty() && std::find(verbs.begin(), verbs.end(), words.verb) == verbs.end()) {
    base::throw_unknown_name("results", "a verb", words.verb, verbs);
  }
  return words.action == "page" ? page(words.verb, common) : schema(words.verb, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto words = std::make_shared<Words>();
  app.add_option("action", words->action,
                 "schema: every key of every row; page: the same as Markdown")
      .capture_default_str();
  app.add_option("verb", words->verb, "Only the rows of this verb");
  return [words, &common] { return act(*words, common); };
}

}  // namespace

Command results_command() {
  return {"results",
          "Explain the rows that commands print: keys, units, meanings",
          "  jacquard results schema\n"
          "  jacquard results schema collective --json\n"
          "  jacquard results page",
          setup,
          false,
          false,
          rows};
}

}  // namespace jacquard::cli
