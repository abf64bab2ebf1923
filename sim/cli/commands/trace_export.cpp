// SPDX-License-Identifier: Apache-2.0
// jacquard trace export: a step of training as the files that ASTRA-sim runs.
#include <memory>

#include "jacquard/astra/export.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/step_timeline.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/run_step.hpp"

namespace jacquard::cli {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;

struct Options {
  std::shared_ptr<TrainOptions> step;
  bool per_class = false;
};

struct ExportRow {
  std::string folder;
  astra::Exported exported;
  int npus = 0;
  int classes = 0;
  std::int64_t nodes = 0;
};

const MetricTable<ExportRow>& export_metrics() {
  using R = ExportRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "exported", "What trace export wrote.",
      {
          M("out", Unit::text, &R::folder, "The folder."),
          M(
              "traces", Unit::count, [](const R& r) { return r.exported.traces; },
              "Chakra traces, one for each NPU, or class with --per-class."),
          M("npus", Unit::count, &R::npus, "NPUs of the step."),
          M("classes", Unit::count, &R::classes, "Classes of NPUs that do the same."),
          M(
              "groups", Unit::count, [](const R& r) { return r.exported.groups; },
              "Communicator groups."),
          M("nodes", Unit::count, &R::nodes, "Nodes of all traces."),
      },
      report::Columns::all);
  return table;
}

std::int64_t nodes_of(const workload::Job& job, bool per_class) {
  std::int64_t nodes = 0;
  if (per_class) {
    for (const workload::OpGraph& graph : job.graphs) nodes += graph.size();
    return nodes;
  }
  for (int npu = 0; npu < job.npus(); ++npu) nodes += job.graph(npu).size();
  return nodes;
}

int run_export(const Options& o, const Common& common) {
  auto [config, places] = resolve_train(*o.step, common);
  if (common.out.empty()) {
    throw base::ConfigError({"--out", "", "the folder to write, a new or empty one", "", ""});
  }
  tool::Progress progress("trace export");
  progress.at("the step's operations");
  const train::Step step = train::prepare(config, places);
  progress.at("running them");
  const train::StepAnswer answer = train::run_step(step);
  progress.at("writing traces");
  const auto files = o.per_class ? astra::TraceFiles::of_classes : astra::TraceFiles::of_npus;
  report::Result result("trace", common.seed, train::train_fields().show(config));
  // What the files say is ASTRA-sim's in any mode; a mode only decides the timeline.
  if (config.mode == engine::Mode::faithful) config.mode = engine::Mode::astra_unaware;
  const train::Step written = train::prepare(config, places);
  const engine::job::JobWork work = train::job_work(written);
  const astra::Exported exported = astra::export_job(
      train::scenario_of(written, work), common.out, files,
      {{"timeline.json", interop::step_timeline(step.program, answer.intervals)}});
  result.add(export_metrics()({common.out, exported, work.job.npus(),
                               static_cast<int>(work.job.graphs.size()),
                               nodes_of(work.job, o.per_class)}));
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->step = add_train_options(app);
  app.add_flag("--per-class", o->per_class,
               "A trace for each class of NPUs, instead of one for each NPU");
  return [o, &common] { return run_export(*o, common); };
}

}  // namespace

Command trace_export_command() {
  return {
      "export",
      "Write a training step as ASTRA-sim's files and a Perfetto timeline",
      "  jacquard trace export gpt3-175b --layers 4 --system cosmic_system2 \\\n"
      "    --parallel \"dp=64,tp=4,sp=4,zero=3\" --batch 1024 --mode astra-unaware --out step\n"
      "  jacquard astra --workload-configuration=step/job \\\n"
      "    --system-configuration=step/system.json --network-configuration=step/network.yml \\\n"
      "    --comm-group-configuration=step/groups.json\n",
      setup,
      true,
      true,
      [] { return std::vector{export_metrics().kind()}; }};
}

}  // namespace jacquard::cli
