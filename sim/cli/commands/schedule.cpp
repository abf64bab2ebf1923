// SPDX-License-Identifier: Apache-2.0
// jacquard schedule: a demand through one scheduler or all of them, or a saved schedule judged.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/demand/write_demand.hpp"
#include "jacquard/report/html/page.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/schedule_row.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "jacquard/schedule/schedule_file.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/outside_scheduler.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/run_schedulers.hpp"
#include "sim/cli/schedule/check_file.hpp"
#include "sim/cli/schedule/idle_knobs.hpp"
#include "sim/cli/schedule_means.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using report::Unit;

constexpr int kCheckDidNotHold = 1;

// Of the built-in schedulers. `outside` among the names stands for the program of --outside, which
// runs in any case.
std::vector<const schedule::Scheduler*> built_in(const ScheduleOptions& o) {
  if (o.outside.empty()) return chosen_schedulers(o.scheduler);
  std::vector<std::string> names = base::comma_list(o.scheduler);
  names.erase(std::remove(names.begin(), names.end(), kOutside), names.end());
  if (names.empty()) return {};
  return chosen_schedulers(fmt::format("{}", fmt::join(names, ",")));
}

const report::MetricTable<schedule::Scheduler>& list_metrics() {
  using S = schedule::Scheduler;
  using M = report::Metric<S>;
  static const report::MetricTable<S> table(
      "", "A scheduler (--list).",
      {
          M("scheduler", Unit::text, &S::name, "Its name.", "scheduler"),
          M("hops", Unit::count, &S::hops, "Hops that it may use.", "hops"),
          M("summary", Unit::text, &S::summary, "What it does.", "summary"),
          M("source", Unit::text, &S::source, "Where it is published.", "source"),
      });
  return table;
}

int list_schedulers(const Common& common) {
  report::Result result("schedule", common.seed, {{"list", true}});
  for (const schedule::Scheduler& s : schedule::schedulers()) result.add(list_metrics()(s));
  print(result, common);
  return 0;
}

// Runs `chosen` on one demand. Asked for all, a scheduler that cannot do it is passed over, aloud.
std::vector<report::SchedulerRun> run_all(const std::vector<const schedule::Scheduler*>& chosen,
                                          const NamedDemand& demand,
                                          const demand::QuantaMatrix& quanta,
                                          const schedule::ScheduleConfig& config,
                                          tool::Progress& progress) {
  std::vector<report::SchedulerRun> runs;
  for (const schedule::Scheduler* scheduler : chosen) {
    progress.at(fmt::format("{} on {}", scheduler->name, demand.name));
    try {
      runs.push_back(
          run_scheduler(*scheduler, demand.matrix, quanta, config.options, config.switches));
    } catch (const base::ConfigError& error) {
      if (chosen.size() == 1) throw;
      spdlog::warn("{} is left out: {}", scheduler->name, error.what());
    }
  }
  return runs;
}

int run_schedule(const ScheduleOptions& o, const Common& common, const GivenOptions& given) {
  if (o.list) return list_schedulers(common);
  if (o.demand.empty()) {
    throw base::ConfigError({"--demand", "", "a file, or CLASS:PORTS such as moe:64", "", ""});
  }
  const auto chosen = built_in(o);
  const std::size_t chosen_count = chosen.size() + (o.outside.empty() ? 0 : 1);
  schedule::ScheduleConfig config = resolve(schedule::schedule_fields(), given, common);
  config.options.seed = common.seed;
  const std::optional<int> index = parse_index(o.index);
  refuse_idle_knobs(o, given, common, chosen);
  const bool one = index && (chosen_count == 1 || !o.check.empty());
  if (!o.save.empty() && (!one || !o.check.empty())) {
    throw base::ConfigError(
        {"--save", "", "one --scheduler and one --index, to save one schedule", "", ""});
  }
  if (!o.check.empty()) {
    o.scheduler_given.only_if(false, "--check judges the schedule of a file");
    o.outside_given.only_if(false, "--check judges the schedule of a file");
    if (!common.out.empty()) {
      throw base::ConfigError({"--out", "", "nothing, as --check draws no report", common.out, ""});
    }
  }
  if (!o.check.empty() && !index) {
    throw base::ConfigError({"--check", "", "one --index to hold the file against", "'all'", ""});
  }
  if (!common.out.empty() && !index) {
    throw base::ConfigError({"--out", "", "one --index to draw the report of", "'all'", ""});
  }
  if (config.switches > 1) {
    const auto one_switch = [](bool asked, const char* option) {
      if (!asked) return;
      throw base::ConfigError({"--switches", "", std::string("1 with ") + option, "more", ""});
    };
    one_switch(!o.save.empty(), "--save");
    one_switch(!o.check.empty(), "--check");
    one_switch(!o.outside.empty(), "--outside");
  }
  o.patience_given.only_if(!o.outside.empty(), "it is for a program of --outside");
  const report::Result empty = schedule_result(o, common, config);
  Rows rows(empty, common);
  tool::Progress progress("schedule");
  progress.at("reading " + o.demand);
  const auto demands = load_demands(o.demand, index, config.reading, common.seed);
  if (!o.demand_out.empty()) {
    std::vector<demand::DemandMatrix> matrices;
    for (const NamedDemand& demand : demands) matrices.push_back(demand.matrix);
    demand::write_demand(o.demand_out, matrices);
    spdlog::info("wrote {}", o.demand_out);
  }
  if (!o.check.empty()) {
    return check_file(o, common, config, demands.front()) ? 0 : kCheckDidNotHold;
  }

  std::optional<OutsideScheduler> outside;
  if (!o.outside.empty()) outside.emplace(o.outside, o.patience_s, common.seed);
  std::vector<OfScheduler> means;
  bool all_valid = true;
  for (const NamedDemand& demand : demands) {
    const demand::QuantaMatrix quanta = quantise(demand.matrix, config.quantisation);
    auto runs = run_all(chosen, demand, quanta, config, progress);
    if (outside) runs.push_back(outside->run(demand, quanta));
    if (common.no_timing) {
      for (report::SchedulerRun& run : runs) run.decision_wall_ns.reset();
    }
    for (const report::SchedulerRun& run : runs) {
      const auto of_matrix = index ? std::nullopt : std::optional<int>(demand.index);
      rows.add(
          report::schedule_metrics()({run.name, run.figures, run.decision_wall_ns, of_matrix}));
      const auto known = std::find_if(means.begin(), means.end(),
                                      [&](const OfScheduler& s) { return s.name == run.name; });
      OfScheduler& own = known == means.end() ? means.emplace_back() : *known;
      own.name = run.name;
      own.matrices[demand.index] = run.figures;
      if (!run.figures.valid) say_fault(run.name, run.figures.fault);
      all_valid = all_valid && run.figures.valid;
    }
    if (!o.save.empty()) {
      schedule::write_schedule(o.save, {runs[0].schedule, runs[0].name, quanta.clock().quantum});
      spdlog::info("wrote {}", o.save);
    }
    if (!common.out.empty()) {
      const std::string path = common.out + "/schedule.html";
      std::vector<report::SchedulerRun> drawn;
      for (const report::SchedulerRun& run : runs) {
        for (report::SchedulerRun& of_switch : runs_of_switches(run, demand.matrix))
          drawn.push_back(std::move(of_switch));
      }
      const report::ScheduleReport page{"Schedules of " + demand.name,
                                        demand.name,
                                        command_line(common.words),
                                        demand.matrix,
                                        quanta,
                                        std::move(drawn),
                                        std::nullopt};
      base::write_file(path, report::html_page(page));
      for (const report::SchedulerRun& run : page.runs) {
        schedule::write_schedule(common.out + "/" + run.name + ".schedule.json",
                                 {run.schedule, run.name, quanta.clock().quantum});
      }
      demand::write_demand(common.out + "/demand.csv", {demand.matrix});
      spdlog::info("wrote {}", path);
    }
  }
  for (const ScheduleMean& mean : schedule_means(means)) rows.add(schedule_mean_metrics()(mean));
  report::Result result = rows.finish();
  write_result(result, common, "schedule");
  print(result, common);
  return all_valid ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<ScheduleOptions>();
  app.add_option("--demand", o->demand,
                 "A file (CSV, JSON, ...), or CLASS:PORTS such as moe:64; classes: " +
                     fmt::format("{}", fmt::join(demand::demand_class_names(), ", ")));
  app.add_option("--index", o->index, "Which matrix of a sequence, or all [0]");
  o->scheduler_given = app.add_option(
      "--scheduler", o->scheduler, "Names separated by commas, or all [all]: " + scheduler_names());
  o->outside_given =
      app.add_option("--outside", o->outside,
                     "A command that schedules too, over JSON lines on its stdin and stdout");
  o->patience_given = app.add_option("--patience", o->patience_s,
                                     "Seconds that a program of yours may take to answer");
  o->patience_given.capture_default_str().within(0.001, 1e6);
  add_file_option(app, "--save", o->save,
                  "Write the schedule (JSON; every setting in full as .csv)");
  add_file_option(app, "--demand-out", o->demand_out,
                  "Write the demand, for --demand to read (.csv, .json, or .jsonl)");
  add_file_option(app, "--check", o->check,
                  "Judge the schedule of this file instead of making one");
  auto given = add_field_options(app, schedule::schedule_fields().infos(), "schedulers");
  app.alone(app.add_flag("--list", o->list, "List the schedulers"));
  return [o, given, &common] { return run_schedule(*o, common, *given); };
}

}  // namespace

Command schedule_command() {
  return {"schedule",
          "Turn a demand matrix into a circuit schedule, and judge it",
          "  jacquard schedule --list\n"
          "  jacquard schedule --demand moe:64 --bits 8 --guard \"10 ns\"\n"
          "  jacquard schedule --demand d.csv --scheduler exact --save s.json\n"
          "  jacquard schedule --demand d.csv --check s.json\n",
          setup,
          true,
          true,
          [] {
            return std::vector{report::schedule_metrics().kind(), list_metrics().kind(),
                               schedule_mean_metrics().kind()};
          },
          {{"", "makespan_ps", "time to send everything", {"scheduler", "index"}},
           {"mean", "makespan_mean_ps", "mean time to send everything", {"scheduler"}}}};
}

}  // namespace jacquard::cli
