// SPDX-License-Identifier: Apache-2.0
// jacquard plan: which strategy for which type of layer.
#include <fmt/format.h>

#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/plan_options.hpp"
#include "sim/plan/plan_page.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

int run_plan(const PlanOptions& o, const Common& common) {
  const planner::PlanConfig config = resolve_plan(o, common);
  report::Result result("plan", common.seed, planner::plan_fields().show(config));
  tool::Progress progress("plan");
  const planner::Answers answers = planner::answers_to(
      config, common.threads, [&](const std::string& part) { progress.at(part); });
  for (const report::Printed& row : answers.rows) result.add(row);
  print(result, common);
  write_result(result, common, "plan");
  if (!common.out.empty()) {
    planner::write_plan(answers, command_line(common.words), common.out);
  }
  if (!answers.met) {
    complain(fmt::format("jacquard: no count of nodes up to {} meets what was asked",
                         config.most_nodes));
  }
  return answers.met ? 0 : 1;
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
          "  jacquard plan llama-65b --system a100-2048 --task finetune --freeze emb\n"
          "  jacquard plan dlrm-a --system zionex-128 --sensitivity\n"
          "  jacquard plan dlrm-a --system zionex-128 --pareto memory,throughput --out front\n"
          "  jacquard plan llama-65b --system a100-2048 --mode paper --deadline \"20 days\" "
          "--fewest\n",
          setup,
          true,
          true,
          planner::plan_row_kinds};
}

}  // namespace jacquard::cli
