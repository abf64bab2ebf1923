// SPDX-License-Identifier: Apache-2.0
// jacquard train: a step of a model on a cluster.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/job/step_timeline.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "jacquard/rtl/scheduler_waves.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/launch_option.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/traced.hpp"
#include "sim/cli/train_options.hpp"
#include "sim/plan/knobs/launch.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/explain.hpp"
#include "sim/train/machine_timeline.hpp"
#include "sim/train/series.hpp"
#include "sim/train/step_picture.hpp"
#include "sim/train/step_report.hpp"
#include "sim/train/step_sentence.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/experiment/scheduler_choice.hpp"
#include "systemc/train/expert_dispatch.hpp"
#include "systemc/train/few_events.hpp"
#include "systemc/train/on_machine.hpp"

namespace jacquard::cli {
namespace {

struct WaveOptions {
  std::string from, to;
  Option from_option, to_option;
};

// The window in which exchanges begin whose scheduler's clocks go to a waveform.
std::optional<train::Waves> waves_of(const WaveOptions& o, const train::TrainConfig& config,
                                     const Common& common) {
  if (!o.from_option.given() && !o.to_option.given()) return std::nullopt;
  const char* const name = o.from_option.given() ? "--wave-from" : "--wave-to";
  const auto need = [&](bool there, const char* what, const char* found) {
    if (!there) throw base::ConfigError({name, "", what, found, ""});
  };
  need(run::has_clocks(config.engine), "--engine cycle beside it", "another engine");
  need(config.exchange.scheduler.kind == experiment::SchedulerKind::rtl,
       "--set scheduler.kind=rtl beside it", "a scheduler without clocks of RTL");
  need(!common.out.empty(), "--out DIR beside it", "none");
  train::Waves waves;
  waves.folder = common.out;
  const auto read = [](const std::string& text, const char* option) {
    return config::parse_quantity<base::Picoseconds>(text, config::Place{option, ""});
  };
  waves.to = train::kLastExchange;
  if (o.from_option.given()) waves.from = read(o.from, "--wave-from");
  if (o.to_option.given()) waves.to = read(o.to, "--wave-to");
  if (waves.from < base::Picoseconds{0} || waves.to <= waves.from) {
    throw base::ConfigError({"--wave-to", "", "a time after --wave-from, which is 0 or more",
                             config::show_quantity(waves.to), ""});
  }
  std::filesystem::create_directories(common.out);
  return waves;
}

// So that GTKWave opens them with their ports in order.
void write_save_file(const train::OnMachine& on, const train::Step& step,
                     const std::string& folder) {
  if (on.waves.empty()) return;
  const std::string first = std::filesystem::path(on.waves.front()).filename().string();
  const auto ports = static_cast<int>(on.exchanges.front().answer.done.size());
  const schedule::CoreShape shape = experiment::core_shape(step.config.exchange.scheduler, ports);
  base::write_file(folder + "/scheduler.gtkw", rtl::scheduler_save_file(shape, first));
}

// What must stand beside an option, and what stands there; nothing where it does.
std::optional<std::pair<const char*, std::string>> missing_beside(
    const std::string& key, const train::TrainConfig& config) {
  if (train::is_of_the_machine(key) && !run::has_clocks(config.engine)) {
    return std::pair{"--engine cycle beside it", "--engine " + config.engine};
  }
  const bool systolic = config.npu.detail == machine::NpuDetail::systolic;
  if (key.rfind("npu.core", 0) == 0 && !systolic) {
    return std::pair{"npu.detail=systolic beside it", std::string("roofline")};
  }
  if (key == "scheduler.latency" && experiment::takes_cycles(config.exchange.scheduler)) {
    return std::pair{"scheduler.timing=fixed and kind=software beside it",
                     std::string("the clocks of a core")};
  }
  return std::nullopt;
}

// What a file says of the machine is for whoever runs the job there.
void require_what_options_need(const TrainJob& job) {
  for (const auto& [key, option] : job.places.given()) {
    if (const auto missing = missing_beside(key, job.config)) {
      throw base::ConfigError({option, "", missing->first, missing->second, ""});
    }
  }
}

struct SeriesWords {
  std::int64_t steps = 0;
  std::string journal;
  Option steps_option, journal_option;
};

int run_steps(const TrainJob& job, const SeriesWords& words, const Common& common) {
  report::Result result("train", common.seed, train::train_fields().show(job.config));
  tool::Progress progress("train", "steps");
  train::SeriesOptions options;
  options.steps = words.steps;
  options.workers = common.threads;
  options.journal = words.journal;
  options.progress = [&](std::int64_t done) {
    progress.at(static_cast<double>(done), static_cast<double>(words.steps));
  };
  const auto steps = train::run_series(job.config, job.places, options);
  for (const train::SeriesStep& one : steps) result.add(train::series_step_metrics()(one));
  result.add(train::series_metrics()(train::summary_of(steps)));
  print(result, common);
  write_result(result, common, "train");
  return 0;
}

// What `jacquard explain` says of the result, for the page.
void write_why(const report::Result& step, const Common& common) {
  const train::Explanation all =
      train::explain(config::Json::parse(step.json()), common.out + "/train.json");
  report::Result why("explain", common.seed, nlohmann::json{{"result", "train.json"}});
  why.add(train::summary_metrics()(all.summary));
  for (const train::Finding& finding : all.findings) why.add(train::finding_metrics()(finding));
  base::write_file(common.out + "/why.json", why.json());
}

int run_job(const TrainJob& job, const WaveOptions& wave, const SeriesWords& series,
            const std::string& framework, const Common& common) {
  train::TrainConfig config = job.config;
  const train::JobPlaces& places = job.places;
  require_what_options_need(job);
  if (series.steps_option.given()) {
    wave.from_option.only_if(false, "--steps writes no waveforms");
    wave.to_option.only_if(false, "--steps writes no waveforms");
    return run_steps(job, series, common);
  }
  series.journal_option.only_if(false, "one step has no journal: --steps N");
  tool::Progress progress("train");
  progress.at("the step's operations");
  train::Step step = train::prepare(config, places);
  const bool may_choose = job.usual_engine && job.usual_degrees;
  const bool by_forms = may_choose && !train::has_few_events(step);
  if (by_forms) config.engine = step.config.engine = "analytic";
  report::Result result("train", common.seed, train::train_fields().show(config));
  step.waves = waves_of(wave, config, common);
  std::optional<knobs::LaunchRow> launch;
  if (!framework.empty()) launch = knobs::asked_launch_row(step.config, framework);
  progress.at("the step by the engine " + config.engine);
  const train::StepAnswer answer = train::run_step(step);
  if (job.recipe) {
    for (const std::string& note : job.recipe->notes)
      spdlog::info("{}: {}", job.recipe->file, note);
  }
  for (report::Printed& row : train::train_rows(step, answer)) result.add(std::move(row));
  if (launch) {
    report::Printed row = knobs::launch_metrics()(*launch);
    row.cells = nullptr;  // its file is printed
    result.add(std::move(row));
  }
  if (!common.out.empty()) train::write_expert_dispatch(step, common.out);
  say_answer(train::words_of_step(config, train::step_row(step, answer),
                                  {job.usual_batch, job.usual_degrees, by_forms}),
             common);
  print(result, common);
  write_result(result, common, "train");
  if (common.view) write_why(result, common);
  if (!common.out.empty() && !answer.intervals.empty()) {
    base::write_file(common.out + "/timeline.json",
                     report::trace_events(report::step_timeline(step.program, answer.intervals,
                                                                train::reasons_of(step, answer))));
    if (answer.machine) {
      write_save_file(*answer.machine, step, common.out);
      base::write_file(common.out + "/machine.json",
                       report::trace_events(train::machine_timeline(step, answer)));
    }
    base::write_file(common.out + "/step.svg", report::svg(train::step_picture(step, answer)));
  }
  if (launch) say_launch(*launch, common);
  return 0;
}

struct LaunchWords {
  std::string framework;
  Option option;
};

// Faults of a recipe are said by its own keys.
int run_train(const TrainOptions& o, const WaveOptions& wave, const SeriesWords& series,
              const LaunchWords& launch, const Common& common) {
  if (const auto traces = train::find_traces(o.input)) {
    for (const Option& option : {wave.from_option, wave.to_option, series.steps_option,
                                 series.journal_option, launch.option}) {
      option.only_if(false, "traces are run as they stand");
    }
    return run_traces(*traces, o, std::nullopt, common);
  }
  if (!launch.framework.empty()) launch::framework_of(launch.framework);
  const TrainJob job = resolve_train(o, common);
  try {
    return run_job(job, wave, series, launch.framework, common);
  } catch (const base::ConfigError& error) {
    if (job.recipe) throw job.recipe->in_its_words(error);
    throw;
  }
}

std::vector<report::RowKind> row_kinds() {
  std::vector<report::RowKind> kinds = train::train_row_kinds();
  kinds.push_back(knobs::launch_metrics().kind());
  return kinds;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = add_train_options(app);
  auto wave = std::make_shared<WaveOptions>();
  wave->from_option = app.add_option("--wave-from", wave->from,
                                     "cycle: write waveforms (FST) of the RTL's decisions on "
                                     "exchanges that begin from then on; with --out");
  wave->to_option = app.add_option("--wave-to", wave->to, "Until then");
  auto series = std::make_shared<SeriesWords>();
  series->steps_option =
      app.add_option("--steps", series->steps, "cycle: so many steps, while the routing drifts");
  series->journal_option = app.add_option(
      "--journal", series->journal,
      "With --steps: a file of finished steps, from which an interrupted run goes on");
  auto launch = std::make_shared<LaunchWords>();
  launch->option = add_launch_option(app, launch->framework);
  return
      [o, wave, series, launch, &common] { return run_train(*o, *wave, *series, *launch, common); };
}

}  // namespace

Command train_command() {
  return {
      "train",
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
      "  jacquard explain step.json\n"
      "  jacquard train pretrain_gpt.sh --system 64xh100\n"
      "  jacquard train llama3-8b --system 8xh100 --parallel dp=8,zero=3,micro_batch=1 \\\n"
      "    --launch torchtitan\n"
      "  jacquard train imported/job.json --system 2xh100 --out run  # of jacquard trace import\n",
      setup,
      true,
      true,
      row_kinds,
      {{"traced", "time_ps", "time of the job"},
       {"step", "time_ps", "step time"},
       {"series", "mean_ps", "mean step time"}}};
}

}  // namespace jacquard::cli
