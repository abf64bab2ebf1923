// SPDX-License-Identifier: Apache-2.0
// jacquard train: a step of a model on a cluster.
#include <memory>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/step_timeline.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/expert_dispatch.hpp"
#include "sim/train/step_picture.hpp"
#include "sim/train/step_report.hpp"

namespace jacquard::cli {
namespace {

int run_train(const TrainOptions& o, const Common& common) {
  const auto [config, places] = resolve_train(o, common);
  report::Result result("train", common.seed, train::train_fields().show(config));
  tool::Progress progress("train");
  progress.at("the step's operations");
  const train::Step step = train::prepare(config, places);
  progress.at("running them");
  const train::StepAnswer answer = train::run_step(step);
  for (report::Printed& row : train::train_rows(step, answer)) result.add(std::move(row));
  if (!common.out.empty()) train::write_expert_dispatch(step, common.out);
  print(result, common);
  write_result(result, common, "train");
  if (!common.out.empty() && !answer.intervals.empty()) {
    base::write_file(common.out + "/timeline.json",
                     interop::step_timeline(step.program, answer.intervals));
    base::write_file(common.out + "/step.svg", report::svg(train::step_picture(step, answer)));
  }
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = add_train_options(app);
  return [o, &common] { return run_train(*o, common); };
}

}  // namespace

Command train_command() {
  return {"train",
          "A training step of a model on a cluster: its time, memory, bubbles, and why",
          "  jacquard train gpt3-175b --layers 4 --system cosmic_system2 \\\n"
          "    --parallel \"dp=64,tp=4,sp=4,zero=3\" --batch 1024 --engine analytic\n"
          "  jacquard train configs/jobs/llama3_405b_16384.json\n"
          "  jacquard train configs/jobs/llama3_405b_16384.json --engine analytic \\\n"
          "    --parallel \"tp=8,pp=8,dp=256,zero=1,micro_batch=1,recompute=full,uneven=edges\"\n"
          "  jacquard train llama3-8b --system dgx_h100_8 --batch 16 \\\n"
          "    --parallel dp=8,zero=3,micro_batch=1 --json > step.json\n"
          "  jacquard train llama3-8b --system dgx_h100_8 --batch 8 --parallel tp=8,micro_batch=1 \\\n"
          "    --overlap meshslice:auto\n"
          "  jacquard explain step.json\n",
          setup,
          true,
          true,
          train::train_row_kinds};
}

}  // namespace jacquard::cli
