// SPDX-License-Identifier: Apache-2.0
// jacquard validate: our laws against measurements.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/repro_page.hpp"
#include "sim/cli/rows.hpp"
#include "sim/validate/validation.hpp"

namespace jacquard::cli {
namespace {

using validate::Validation;

const Validation& find_validation(const std::string& name) {
  std::vector<std::string> known;
  for (const Validation& validation : validate::validations()) {
    if (name == validation.name) return validation;
    known.emplace_back(validation.name);
  }
  base::throw_unknown_name("NAME", "a validation", name, known);
}

const report::MetricTable<Validation>& list_metrics() {
  using M = report::Metric<Validation>;
  static const report::MetricTable<Validation> table(
      "", "A validation (--list).",
      {
          M("validation", report::Unit::text, &Validation::name, "Its name."),
          M("summary", report::Unit::text, &Validation::summary, "What is measured."),
      },
      report::Columns::all);
  return table;
}

// Every kind once, as several validations have the same.
std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = {list_metrics().kind()};
  for (const Validation& validation : validate::validations()) {
    for (report::RowKind& kind : validation.rows()) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const report::RowKind& other) {
        return other.name == kind.name && other.doc == kind.doc;
      });
      if (!known) all.push_back(std::move(kind));
    }
  }
  return all;
}

int list_validations(const Common& common) {
  report::Result result("validate", common.seed, {{"list", true}});
  for (const Validation& validation : validate::validations()) {
    result.add(list_metrics()(validation));
  }
  print(result, common);
  return 0;
}

struct Words {
  std::string name;
  bool list = false;
  validate::Options options;
};

int run(const Words& words, const Common& common) {
  if (words.list) return list_validations(common);
  if (words.name.empty()) {
    throw base::ConfigError({"NAME", "", "a validation to run", "", "validate --list shows them"});
  }
  const Validation& chosen = find_validation(words.name);
  if (words.options.why && words.name != "training") {
    throw base::ConfigError({"--why", "", "the validation training", words.name, ""});
  }
  const report::Result empty("validate", common.seed,
                             {{"validation", words.name}, {"data", words.options.data}});
  Rows rows(empty, common);
  rows.stream({{"model", 28}, {"kernel", 12}});
  chosen.run(words.options, [&](report::Printed row) {
    const bool wanted =
        !words.options.summary || validate::sums_up(row.json.value("row_kind", std::string()));
    if (wanted) rows.add(std::move(row));
  });
  report::Result result = rows.finish();
  rows.print_rest(result);
  write_result(result, common, "validate-" + words.name);
  if (!common.out.empty()) {
    const std::string path = common.out + "/validate-" + words.name + ".html";
    base::write_file(
        path, validate_page(result.rows(), words.name, command_line(common.words, {"--out"})));
    spdlog::info("wrote {}", path);
  }
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  const auto words = std::make_shared<Words>();
  app.add_option("NAME", words->name, "What to hold against measurements");
  app.add_option("--data", words->options.data,
                 "A CSV file of measurements (default: those that ship)");
  app.add_flag(
      "--summary", words->options.summary,
      "Rows that sum up alone: of each system, engine and type; of steps by model, device, "
      "type and software");
  app.add_flag("--why", words->options.why,
               "training: which laws a step's difference may lie in (with --data)");
  app.alone(app.add_flag("--list", words->list, "The validations there are"));
  return [words, &common] { return run(*words, common); };
}

}  // namespace

Command validate_command() {
  return {
      "validate",
      "Hold our laws against measurements of others",
      "  jacquard validate --list\n"
      "  jacquard validate gemm\n"
      "  jacquard validate attention --summary\n"
      "  jacquard validate gemm --data my_gemms.csv --json\n",
      setup,
      false,
      true,
      rows,
      {{"total", "mape", "mean error", {"system", "dtype"}},
       {"engine", "mape", "mean error", {"system", "framework", "dtype"}},
       {"serving_errors", "mape", "mean error", {"system", "mode", "type", "backend", "quantity"}},
       {"training_total", "mape", "mean error"},
       {"summary", "mape", "mean error"}}};
}

}  // namespace jacquard::cli
