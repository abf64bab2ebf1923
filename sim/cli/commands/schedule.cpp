// SPDX-License-Identifier: Apache-2.0
// jacquard schedule: a demand through one scheduler or all of them, or a saved schedule judged.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <sstream>

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
#include "sim/cli/schedule_means.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using report::Unit;

constexpr int kCheckDidNotHold = 1;

struct Options {
  std::string demand;
  std::string index = "0";
  std::string scheduler = "all";
  std::string save;
  std::string demand_out;
  std::string check;
  std::string outside;
  double patience_s = 60;
  bool list = false;
  Option scheduler_given;
  Option outside_given;
  Option patience_given;
};

// Of the built-in schedulers. `outside` among the names stands for the program of --outside, which
// runs in any case.
std::vector<const schedule::Scheduler*> built_in(const Options& o) {
  if (o.outside.empty()) return chosen_schedulers(o.scheduler);
  std::vector<std::string> names = base::comma_list(o.scheduler);
  names.erase(std::remove(names.begin(), names.end(), kOutside), names.end());
  if (names.empty()) return {};
  return chosen_schedulers(fmt::format("{}", fmt::join(names, ",")));
}

// "unit, ladder: what it does": the schedulers that read the knob; none where all do.
std::vector<std::string> readers_of(const config::FieldInfo& field) {
  std::vector<std::string> names;
  std::istringstream list(field.doc.substr(0, field.doc.find(':')));
  for (std::string name; std::getline(list >> std::ws, name, ',');) {
    const auto is_it = [&](const schedule::Scheduler& s) { return name == s.name; };
    const auto& all = schedule::schedulers();
    if (std::none_of(all.begin(), all.end(), is_it)) return {};
    names.push_back(name);
  }
  return names;
}

// Given on the command line, as an option or by --set, though nothing reads it.
void refuse_idle_knobs(const Options& o, const GivenOptions& given, const Common& common,
                       const std::vector<const schedule::Scheduler*>& chosen) {
  const std::vector<std::string> of_files = {"bytes_per_token", "demand_unit", "ports", "experts",
                                             "top_k"};
  const bool generated = demand::names_generator(o.demand);
  for (const config::FieldInfo& field : schedule::schedule_fields().infos()) {
    const auto sets_it = [&](const std::string& assignment) {
      return config::split_assignment(assignment).path == field.key;
    };
    if (!was_given(given, schedule::schedule_fields().infos(), field.key) &&
        std::none_of(common.set.begin(), common.set.end(), sets_it)) {
      continue;
    }
    const std::string name = option_name(field.key);
    if (generated && std::find(of_files.begin(), of_files.end(), field.key) != of_files.end()) {
      throw base::ConfigError({name, "", "a file of tokens as --demand", "'" + o.demand + "'", ""});
    }
    const std::vector<std::string> readers = readers_of(field);
    const bool read = std::any_of(chosen.begin(), chosen.end(), [&](const auto* scheduler) {
      return std::find(readers.begin(), readers.end(), scheduler->name) != readers.end();
    });
    if (readers.empty() || (read && o.check.empty())) continue;
    throw base::ConfigError(
        {name, "", fmt::format("a --scheduler that reads it: {}", fmt::join(readers, " or ")),
         o.check.empty() ? "'" + o.scheduler + "'" : "--check", ""});
  }
}

report::Result new_result(const Options& o, const Common& common,
                          const schedule::ScheduleConfig& config) {
  nlohmann::json identity;
  identity["demand"] = o.demand;
  identity["index"] = o.index;
  identity["scheduler"] = o.check.empty() ? o.scheduler : o.check;
  if (!o.outside.empty()) identity["outside"] = o.outside;
  identity["config"] = schedule::schedule_fields().show(config);
  return report::Result("schedule", common.seed, std::move(identity));
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

void say_fault(const std::string& source, const std::string& fault) {
  complain(fmt::format("jacquard: {}: invalid schedule: {}", source, fault));
}

// The figures of a schedule from a file; an invalid one is no error but an answer.
int check_file(const Options& o, const Common& common, const schedule::ScheduleConfig& config,
               const NamedDemand& demand) {
  const demand::QuantaMatrix quanta = quantise(demand.matrix, config.quantisation);
  std::optional<schedule::ScheduleFile> file;
  std::string fault;
  try {
    file = schedule::read_schedule(o.check);
  } catch (const schedule::InvalidSchedule& error) {
    fault = error.fault().where + ": " + error.fault().expected + ", found " + error.fault().found;
  }
  report::Result result = new_result(o, common, config);
  schedule::Summary figures;
  std::string name = "file";
  if (file) {
    if (!file->scheduler.empty()) name = file->scheduler;
    figures = summarise(demand.matrix, quanta, file->schedule, file->schedule.hops());
    fault = figures.fault;
    const base::Bytes quantum = quanta.clock().quantum;
    if (file->quantum > base::Bytes{0} && file->quantum != quantum) {
      figures.valid = false;
      fault = fmt::format(
          "it counts quanta of {} bytes, the demand is counted in {} (give the "
          "--bits, --slot and --rate it was made with)",
          file->quantum.count(), quantum.count());
    }
  } else {
    figures.ports = quanta.ports();
    figures.quantum = quanta.clock().quantum;
    figures.max_line_quanta = quanta.largest_line_sum();
  }
  report::ScheduleRow row{name, figures};
  if (!fault.empty()) row.fault = fault;
  result.add(report::schedule_metrics()(row));
  print(result, common);
  if (fault.empty()) return 0;
  say_fault(o.check, fault);
  return kCheckDidNotHold;
}

// Runs `chosen` on one demand. Asked for all, a scheduler that cannot do it is passed over, aloud.
std::vector<report::SchedulerRun> run_all(const std::vector<const schedule::Scheduler*>& chosen,
                                          const NamedDemand& demand,
                                          const demand::QuantaMatrix& quanta,
                                          const schedule::SchedulerOptions& options,
                                          tool::Progress& progress) {
  std::vector<report::SchedulerRun> runs;
  for (const schedule::Scheduler* scheduler : chosen) {
    progress.at(fmt::format("{} on {}", scheduler->name, demand.name));
    try {
      runs.push_back(run_scheduler(*scheduler, demand.matrix, quanta, options));
    } catch (const base::ConfigError& error) {
      if (chosen.size() == 1) throw;
      spdlog::warn("{} is left out: {}", scheduler->name, error.what());
    }
  }
  return runs;
}

int run_schedule(const Options& o, const Common& common, const GivenOptions& given) {
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
  o.patience_given.only_if(!o.outside.empty(), "it is for a program of --outside");
  const report::Result empty = new_result(o, common, config);
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
  if (!o.check.empty()) return check_file(o, common, config, demands.front());

  std::optional<OutsideScheduler> outside;
  if (!o.outside.empty()) outside.emplace(o.outside, o.patience_s, common.seed);
  std::vector<OfScheduler> means;
  bool all_valid = true;
  for (const NamedDemand& demand : demands) {
    const demand::QuantaMatrix quanta = quantise(demand.matrix, config.quantisation);
    auto runs = run_all(chosen, demand, quanta, config.options, progress);
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
      base::write_file(path, report::html_page({"Schedules of " + demand.name, demand.name,
                                                command_line(common.words), demand.matrix, quanta,
                                                std::move(runs), std::nullopt}));
      spdlog::info("wrote {}", path);
    }
  }
  for (const ScheduleMean& mean : schedule_means(means)) rows.add(schedule_mean_metrics()(mean));
  report::Result result = rows.finish();
  print(result, common);
  return all_valid ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
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
