// SPDX-License-Identifier: Apache-2.0
// jacquard trace export: a step of training as the files that ASTRA-sim runs, or as a training log.
#include <algorithm>
#include <memory>

#include "jacquard/astra/export.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/log_of_job.hpp"
#include "jacquard/report/job/step_timeline.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::cli {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;

struct Options {
  std::shared_ptr<TrainOptions> step;
  std::string format = "astra";
  Option per_class_given;
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

struct LogRow {
  std::string folder;
  const interop::Log& log;
};

const MetricTable<LogRow>& log_metrics() {
  using R = LogRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "logged", "What trace export --format log wrote.",
      {
          M("out", Unit::text, &R::folder, "The folder."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.log.ranks; }, "Ranks of the step."),
          M(
              "classes", Unit::count, [](const R& r) { return r.log.classes.size(); },
              "Classes of ranks that do the same: a file for each."),
          M(
              "groups", Unit::count, [](const R& r) { return r.log.groups.size(); },
              "Communicator groups."),
          M(
              "lines", Unit::count,
              [](const R& r) {
                std::size_t lines = 0;
                for (const interop::LogClass& one : r.log.classes) lines += one.calls.size();
                return lines;
              },
              "Lines of all files."),
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

// A log says what is communicated, and not over which links: no collective takes those of a node.
int write_as_log(train::TrainConfig config, const train::JobPlaces& places, const Common& common) {
  tool::Progress progress("trace export");
  progress.at("the step's operations");
  report::Result result("trace", common.seed, train::train_fields().show(config));
  config.system.node = 0;
  interop::Log log = interop::log_of_job(train::job_work(train::prepare(config, places)).job);
  log.script = config.title.empty() ? config.model.name : config.title;
  progress.at("lines of the log into " + common.out);
  interop::write_log(log, common.out);
  result.add(log_metrics()({common.out, log}));
  print(result, common);
  return 0;
}

int run_export(const Options& o, const Common& common) {
  const std::vector<std::string> formats = {"astra", "log"};
  if (std::find(formats.begin(), formats.end(), o.format) == formats.end()) {
    base::throw_unknown_name("--format", "a format", o.format, formats);
  }
  const bool as_log = o.format == "log";
  o.per_class_given.only_if(!as_log, "a log has a file for each class");
  TrainJob job = resolve_train(*o.step, common);
  train::TrainConfig& config = job.config;
  const train::JobPlaces& places = job.places;
  if (common.out.empty()) {
    throw base::ConfigError({"--out", "", "the folder to write, a new or empty one", "", ""});
  }
  if (as_log) return write_as_log(std::move(config), places, common);
  tool::Progress progress("trace export");
  progress.at("the step's operations");
  const train::Step step = train::prepare(config, places);
  progress.at("the step by the engine " + config.engine);
  const train::StepAnswer answer = train::run_step(step);
  progress.at("traces into " + common.out);
  const auto files = o.per_class ? astra::TraceFiles::of_classes : astra::TraceFiles::of_npus;
  report::Result result("trace", common.seed, train::train_fields().show(config));
  // What the files say is ASTRA-sim's in any mode; a mode only decides the timeline.
  if (config.mode == engine::Mode::faithful) config.mode = engine::Mode::astra_unaware;
  const train::Step written = train::prepare(config, places);
  const engine::job::JobWork work = train::job_work(written);
  const astra::Exported exported = astra::export_job(
      train::scenario_of(written, work), common.out, files,
      {{"timeline.json",
        report::trace_events(report::step_timeline(step.program, answer.intervals))}});
  result.add(export_metrics()({common.out, exported, work.job.npus(),
                               static_cast<int>(work.job.graphs.size()),
                               nodes_of(work.job, o.per_class)}));
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->step = add_train_options(app);
  app.add_option("--format", o->format,
                 "astra: Chakra traces and ASTRA-sim's configuration; log: a training log, as "
                 "tools/genstack writes it")
      .capture_default_str();
  o->per_class_given = app.add_flag("--per-class", o->per_class,
                                    "A trace for each class of NPUs, instead of one for each NPU");
  return [o, &common] { return run_export(*o, common); };
}

}  // namespace

Command trace_export_command() {
  return {
      "export",
      "Write a training step as ASTRA-sim's files and a Perfetto timeline, or as a training log",
      "  jacquard trace export gpt3-175b --layers 4 --system cosmic_system2 \\\n"
      "    --parallel \"dp=64,tp=4,sp=4,zero=3\" --batch 1024 --mode astra-unaware --out step\n"
      "  jacquard astra --workload-configuration=step/job \\\n"
      "    --system-configuration=step/system.json --network-configuration=step/network.yml \\\n"
      "    --comm-group-configuration=step/groups.json\n"
      "  jacquard trace export configs/jobs/llama3_405b_16384.json --format log --out log\n"
      "  jacquard genstack --log log\n",
      setup,
      true,
      true,
      [] {
        return std::vector{export_metrics().kind(), log_metrics().kind()};
      },
      {{"exported", "nodes", "number of nodes of the traces"}}};
}

}  // namespace jacquard::cli
