// SPDX-License-Identifier: Apache-2.0
// jacquard plan: which strategy for which type of layer.
#include "sim/cli/commands/all.hpp"
#include "sim/cli/plan_options.hpp"
#include "sim/plan/answers.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

int run_plan(const PlanOptions& o, const Common& common) {
  const planner::PlanConfig config = resolve_plan(o, common);
  report::Result result("plan", common.seed, planner::plan_fields().show(config));
  tool::Progress progress("plan");
  progress.at("strategies");
  for (report::Printed& row : planner::plan_rows(config, common.threads)) {
    result.add(std::move(row));
  }
  print(result, common);
  write_result(result, common, "plan");
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = add_plan_options(app);
  return [o, &common] { return run_plan(*o, common); };
}

}  // namespace

Command plan_command() {
  return {"plan",
          "The best strategy for each type of layer of a model on a cluster",
          "  jacquard plan dlrm-a --system zionex-128\n"
          "  jacquard plan dlrm-a --system zionex-128 --mode paper --strategy \"mlp=ddp emb=mp\"\n"
          "  jacquard plan llama-65b --system a100-2048 --task finetune --freeze emb\n",
          setup,
          true,
          true,
          planner::plan_row_kinds};
}

}  // namespace jacquard::cli
