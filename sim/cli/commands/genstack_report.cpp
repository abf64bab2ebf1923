// SPDX-License-Identifier: Apache-2.0
// jacquard genstack report: the page of a stack that was read.
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/genstack/stack_report.hpp"

namespace jacquard::cli {
namespace {

struct Written {
  std::string page;
};

const report::MetricTable<Written>& written_metrics() {
  using M = report::Metric<Written>;
  static const report::MetricTable<Written> table(
      "report", "What genstack report wrote.",
      {M("page", report::Unit::text, &Written::page, "The file.")}, report::Columns::all);
  return table;
}

int run_report(const std::string& folder, const Common& common) {
  if (folder.empty())
    throw base::ConfigError({"genstack report", "", "STACK, a folder", "none", ""});
  const stack::Stack stack = stack::read_stack(folder);
  const std::string to = common.out.empty() ? folder : common.out;
  genstack::write_report(stack, command_line(common.words, {"--out"}), {}, to);
  report::Result result("genstack report", common.seed, {{"stack", folder}});
  result.add(written_metrics()({to + "/report.html"}));
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto folder = std::make_shared<std::string>();
  app.add_option("STACK", *folder, "The folder of a stack");
  return [folder, &common] { return run_report(*folder, common); };
}

}  // namespace

Command genstack_report_command() {
  return {"report",
          "The page of a stack: its loom pattern, its threads, its losses",
          "  jacquard genstack report stack\n"
          "  jacquard genstack report repaired --out pages/\n",
          setup,
          false,
          true,
          [] { return std::vector{written_metrics().kind()}; }};
}

}  // namespace jacquard::cli
