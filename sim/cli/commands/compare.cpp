// SPDX-License-Identifier: Apache-2.0
// jacquard compare: what differs between two results, by how much and why.
#include "sim/explain/compare.hpp"

#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/compare_runs.hpp"
#include "sim/cli/comparison.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/result_file.hpp"
#include "sim/cli/say_answer.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string a, b;
  bool runs = false;
};

int run_compare(const Options& o, const Common& common) {
  const ResultFile a = read_result(o.a, "A");
  const ResultFile b = read_result(o.b, "B");
  const explain::Comparison all = explain::compare(a.json, a.name, b.json, b.name);
  report::Result result("compare", common.seed, {{"first", a.name}, {"second", b.name}});
  add_rows(result, all);
  if (o.runs) {
    for (const RunBetween& run : runs_between(a, b)) result.add(run_between_metrics()(run));
  }
  say_answer(sentence_of(all), common);
  print(result, common);
  write_result(result, common, "compare");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  add_file_option(app, "A", o->a, "What --json printed, or a folder of --out");
  add_file_option(app, "B", o->b, "Another one, of the same verb");
  app.add_flag("--runs", o->runs,
               "Change one option after the other from A's command to B's, and run each");
  return [o, &common] { return run_compare(*o, common); };
}

}  // namespace

Command compare_command() {
  return {"compare",
          "What differs between two results: configuration, parts of the time, figures",
          "  jacquard compare a.json b.json\n"
          "  jacquard compare out/first out/second --runs\n"
          "  jacquard view a.json b.json\n",
          setup,
          false,
          true,
          [] {
            return std::vector{
                explain::changed_setting_metrics().kind(), explain::changed_part_metrics().kind(),
                explain::changed_figure_metrics().kind(), run_between_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
