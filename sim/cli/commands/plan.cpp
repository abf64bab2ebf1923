// SPDX-License-Identifier: Apache-2.0
// jacquard plan: which strategy for which type of layer.
#include <fmt/format.h>

#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/knobs_options.hpp"
#include "sim/cli/launch_option.hpp"
#include "sim/cli/plan_options.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/traced.hpp"
#include "sim/plan/plan_page.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

int run_plan(const PlanOptions& o, const KnobsOptions& knobs, const Common& common) {
  const planner::PlanConfig config = resolve_plan(o, common);
  knobs.top.only_if(config.strategy.empty() && config.pareto.empty() && !config.fewest,
                    "no ranking is shown");
  const int top = knobs.top.given() ? knobs.own.top : planner::kUsualTop;
  report::Result result("plan", common.seed, planner::plan_fields().show(config));
  tool::Progress progress("plan");
  const planner::Answers answers = planner::answers_to(
      config, common.threads, [&](const std::string& part) { progress.at(part); }, top,
      knobs.own.launch);
  for (const report::Printed& row : answers.rows) result.add(row);
  say_answer(answers.sentence, common);
  print(result, common);
  write_result(result, common, "plan");
  if (!common.out.empty()) {
    planner::write_plan(answers, command_line(common.words), common.out);
  }
  if (answers.launch) say_launch(*answers.launch, common);
  if (!answers.met) {
    complain(fmt::format("jacquard: no count of nodes up to {} meets what was asked",
                         config.most_nodes));
  }
  return answers.met ? 0 : 1;
}

int run_knobs(const knobs::Options& o, const Common& common) {
  knobs::Answer answer = knobs::plan(o);
  say_answer(answer.sentence, common);
  print(answer.result, common);
  write_result(answer.result, common, "plan");
  if (answer.launch) say_launch(*answer.launch, common);
  if (!answer.met) complain("jacquard: no plan meets what was asked");
  return answer.met ? 0 : 1;
}

std::vector<report::RowKind> row_kinds() {
  std::vector<report::RowKind> kinds = planner::plan_row_kinds();
  for (const report::RowKind& kind : knobs::row_kinds()) kinds.push_back(kind);
  return kinds;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = add_plan_options(app);
  auto knobs = add_knobs_options(app);
  return [o, knobs, &common] {
    refuse_traces(o->model_word());
    if (!is_of_knobs(*o, *knobs)) return run_plan(*o, *knobs, common);
    return run_knobs(resolve_knobs(*o, *knobs, common), common);
  };
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
          "--fewest\n"
          "  jacquard plan llama3-70b --system dgx_a100_1024 --batch 1024\n"
          "  jacquard plan llama3-70b --system dgx_a100_1024 --batch 1024 \\\n"
          "    --strategy \"dp=32,tp=8,pp=4,zero=1,micro_batch=1\"\n"
          "  jacquard plan pretrain_gpt.sh --system 64xh100 --launch megatron\n",
          setup,
          true,
          true,
          row_kinds,
          {{"strategy", "time_ps", "iteration time of the best strategy"},
           {"knobs", "time_ps", "step time of the best setting"},
           {"front", "time_ps", "iteration time of the first of the front"},
           {"knobs_front", "time_ps", "step time of the first of the front"}}};
}

}  // namespace jacquard::cli
