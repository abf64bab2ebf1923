// SPDX-License-Identifier: Apache-2.0
// jacquard study optical.
#include "papers/circuits/optical.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/write_demand.hpp"
#include "jacquard/schedule/schedule_file.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/circuits/optical_page.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/run_schedulers.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using schedule::SuiteDemand;
using studies::OpticalPoint;

struct Options {
  std::string suite = "optical";
  std::string schedulers = "all";
  std::vector<std::string> entries;
};

// A folder of schedules that another program made.
struct Entry {
  std::string name, folder;
};

std::vector<Entry> entries_of(const std::vector<std::string>& words) {
  std::vector<Entry> entries;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      throw base::ConfigError({"--entry", "", "NAME=FOLDER", "'" + word + "'", ""});
    }
    Entry entry{word.substr(0, equals), word.substr(equals + 1)};
    const auto same = [&](const auto& other) { return other.name == entry.name; };
    if (std::any_of(entries.begin(), entries.end(), same) ||
        std::any_of(schedule::schedulers().begin(), schedule::schedulers().end(), same)) {
      throw base::ConfigError({"--entry", "", "a name of its own", "'" + entry.name + "'", ""});
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

// Files that no case and guard of the suite is for.
void name_others(const Entry& entry, const std::set<std::string>& judged) {
  for (const auto& file : std::filesystem::directory_iterator(entry.folder)) {
    const std::string name = file.path().filename().string();
    if (file.path().extension() != ".json" || judged.count(name) > 0) continue;
    spdlog::warn("{}/{} is for no case, matrix and guard of the suite", entry.folder, name);
  }
}

void add_entry(const studies::OpticalSetting& setting, const std::vector<SuiteDemand>& demands,
               const Entry& entry, std::vector<OpticalPoint>& points, std::size_t& faults) {
  const std::size_t before = points.size();
  std::set<std::string> judged;
  for (const SuiteDemand& demand : demands) {
    for (const base::Picoseconds guard : setting.suite->guards) {
      const std::string path = entry.folder + "/" + schedule::entry_name(demand, guard) + ".json";
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) continue;
      const schedule::ScheduleFile file = schedule::read_schedule(path);
      if (file.quantum < base::Bytes{1} || file.quantum > demand::kMaxEntry) {
        throw base::ConfigError({path, "/quantum_bytes", "1 B..2^50 B in a quantum",
                                 std::to_string(file.quantum.count()), ""});
      }
      points.push_back(
          studies::optical_entry(setting, demand, guard, entry.name, file.schedule, file.quantum));
      judged.insert(std::filesystem::path(path).filename().string());
      if (points.back().fault.empty()) continue;
      complain(path + ": " + points.back().fault);
      ++faults;
    }
  }
  if (points.size() > before) {
    name_others(entry, judged);
    return;
  }
  throw base::ConfigError(
      {"--entry", "",
       fmt::format("schedules such as {}/{}.json", entry.folder,
                   schedule::entry_name(demands.front(), setting.suite->guards.front())),
       "none", ""});
}

struct Job {
  const SuiteDemand* demand;
  base::Picoseconds guard;
  int switches;
  const schedule::Scheduler* scheduler;
};

std::vector<Job> jobs_of(const schedule::Suite& suite, const std::vector<SuiteDemand>& demands,
                         const std::vector<const schedule::Scheduler*>& schedulers) {
  std::vector<Job> jobs;
  for (const int switches : suite.switches) {
    for (const SuiteDemand& demand : demands) {
      for (const base::Picoseconds guard : suite.guards) {
        for (const schedule::Scheduler* scheduler : schedulers) {
          if (switches > 1 && scheduler->hops > 1) continue;
          jobs.push_back({&demand, guard, switches, scheduler});
        }
      }
    }
  }
  return jobs;
}

void write_folder(const Common& common, const schedule::Suite& suite,
                  const std::vector<SuiteDemand>& demands) {
  for (const SuiteDemand& d : demands) {
    demand::write_demand(fmt::format("{}/matrices/{}-{}.csv", common.out, d.of_case, d.index),
                         {d.matrix});
  }
  base::write_file(common.out + "/suite.json", schedule::suite_fields().show(suite).dump(2) + "\n");
}

std::string sentence_of(const std::vector<studies::OpticalScore>& scores) {
  const studies::OpticalScore& best = scores.front();
  return fmt::format(
      "{} is the shortest over all: {:.1f} % above the least time at a point in the mean, {:.0f} % "
      "at worst, and the least itself at {:.0f} % of the points.",
      best.method, 100 * (best.over_best - 1), 100 * (best.worst - 1), 100 * best.share_best);
}

int run_study(const Options& o, const Common& common) {
  const schedule::Suite suite = schedule::find_suite(o.suite, {"--suite", ""});
  const auto entries = entries_of(o.entries);
  const auto schedulers = chosen_schedulers(o.schedulers, "--schedulers");
  const std::vector<SuiteDemand> demands = demands_of(suite, common.seed, {o.suite, ""});
  const studies::OpticalSetting setting{&suite, !common.no_timing};
  const std::vector<Job> jobs = jobs_of(suite, demands, schedulers);
  std::vector<OpticalPoint> points(jobs.size());
  std::atomic<std::size_t> done{0};
  tool::Progress progress("optical", "rows");
  tool::run_in_threads(
      static_cast<std::int64_t>(jobs.size()), common.threads, [&](std::int64_t index) {
        const Job& job = jobs[static_cast<std::size_t>(index)];
        points[static_cast<std::size_t>(index)] =
            studies::optical_point(setting, *job.demand, job.guard, job.switches, *job.scheduler);
        progress.at(static_cast<double>(++done), static_cast<double>(jobs.size()),
                    fmt::format("{} on {}", job.scheduler->name, job.demand->of_case));
      });
  std::vector<std::string> names;
  std::size_t faults = 0;
  for (const Entry& entry : entries) {
    add_entry(setting, demands, entry, points, faults);
    names.push_back(entry.name);
  }
  studies::compare_points(points);
  const auto scores = studies::optical_scores(points);
  if (scores.empty()) {
    throw base::ConfigError({"--schedulers", "", "one that serves a demand of the suite", "", ""});
  }
  report::Result result("study", common.seed,
                        {{"study", "optical"},
                         {"suite", schedule::suite_fields().show(suite)},
                         {"schedulers", o.schedulers},
                         {"entries", o.entries}});
  for (const auto& score : scores) result.add(studies::optical_score_metrics()(score));
  for (const OpticalPoint& point : points) result.add(studies::optical_point_metrics()(point));
  if (!common.out.empty()) {
    write_folder(common, suite, demands);
    base::write_file(common.out + "/optical.html",
                     studies::optical_page(suite, points, scores, names));
    for (const schedule::SuiteCase& one : suite.cases) {
      const report::LineChart chart = studies::optical_chart(points, scores, names, one.name);
      base::write_file(common.out + "/" + one.name + ".svg", report::svg(chart));
    }
  }
  say_answer(sentence_of(scores), common);
  print(result, common);
  write_result(result, common, "optical");
  return faults == 0 ? 0 : 1;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--suite", o->suite, "A file, or a name of configs/suites").capture_default_str();
  app.add_option("--schedulers", o->schedulers, "Names separated by commas, or all")
      .capture_default_str();
  app.add_option("--entry", o->entries,
                 "NAME=FOLDER of schedules that another program made, CASE-INDEX-GUARD.json each");
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command optical_study() {
  return {"optical",
          "A benchmark of circuit scheduling: every method at its best on every demand, and yours",
          "  jacquard study optical --out optical/\n"
          "  jacquard study optical --schedulers holds-first,eclipse --entry mine=schedules/",
          setup,
          false,
          true,
          [] {
            return std::vector{studies::optical_score_metrics().kind(),
                               studies::optical_point_metrics().kind()};
          },
          {{"optical_score", "over_best", "time over the least", {"method", "switches"}}}};
}

}  // namespace jacquard::cli
