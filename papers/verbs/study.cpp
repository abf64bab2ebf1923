// SPDX-License-Identifier: Apache-2.0
// jacquard study NAME: sweeps. Each study is a file of this folder.
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

struct Chosen {
  bool list = false;
  std::function<int()> run;
};

const report::MetricTable<Command>& list_metrics() {
  using M = report::Metric<Command>;
  using report::Unit;
  static const report::MetricTable<Command> table(
      "study", "A study (--list).",
      {M("study", Unit::text, &Command::name, "Its name."),
       M("summary", Unit::text, &Command::summary, "Its question.")},
      report::Columns::all);
  return table;
}

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = {list_metrics().kind()};
  for (const Command& study : studies()) {
    for (report::RowKind& kind : study.rows()) all.push_back(std::move(kind));
  }
  return all;
}

int list_studies(const Common& common) {
  report::Result result("study", common.seed, {{"list", true}});
  for (const Command& study : studies()) {
    result.add(list_metrics()(study));
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto chosen = std::make_shared<Chosen>();
  app.alone(app.add_flag("--list", chosen->list, "List the studies"));
  app.allow_one_subcommand();
  for (const Command& study : studies()) {
    app.add_subcommand(study, common, [chosen](const auto& run) { chosen->run = run; });
  }
  return [chosen, &common] {
    if (!chosen->run && !common.set.empty()) {
      throw base::ConfigError(
          {"--set", "", "nothing, as study has no keys without a study", common.set.front(), ""});
    }
    if (chosen->list) return list_studies(common);
    if (!chosen->run) {
      throw base::ConfigError({"study", "", "the name of a study", "none", "see study --list"});
    }
    return chosen->run();
  };
}

}  // namespace

Command study_command() {
  return {"study",
          "Sweep one question over many settings",
          "  jacquard study --list\n"
          "  jacquard study arbiter-load --arbiter all --traffic bursty --out load/",
          setup,
          true,  // some studies take keys; the others refuse them
          true,
          rows};
}

}  // namespace jacquard::cli
