// SPDX-License-Identifier: Apache-2.0
// jacquard explain: why a step is slow.
#include "sim/train/explain.hpp"

#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"

namespace jacquard::cli {
namespace {

int run_explain(const std::string& file, const Common& common) {
  if (file.empty()) {
    throw base::ConfigError({"RESULT", "", "a file that jacquard train --json printed", "", ""});
  }
  const train::Explanation explanation = train::explain(file);
  report::Result result("explain", common.seed, {{"result", file}});
  result.add(train::summary_metrics()(explanation.summary));
  for (const train::Finding& finding : explanation.findings) {
    result.add(train::finding_metrics()(finding));
  }
  print(result, common);
  write_result(result, common, "explain");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto file = std::make_shared<std::string>();
  add_file_option(app, "RESULT", *file, "What jacquard train --json printed");
  return [file, &common] { return run_explain(*file, common); };
}

}  // namespace

Command explain_command() {
  return {"explain",
          "Why a step takes as long as it does, and what would have to change",
          "  jacquard explain llama.json\n"
          "  jacquard explain llama.json --json\n"
          "  jacquard train configs/jobs/llama3_405b_16384.json --json > llama.json\n",
          setup,
          false,
          true,
          [] {
            return std::vector{train::summary_metrics().kind(), train::finding_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
