// SPDX-License-Identifier: Apache-2.0
// jacquard study guard-time.
#include "papers/circuits/guard_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/circuits/guard_time_page.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/run_schedulers.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using schedule::CoreKind;
using schedule::kMostTimedPorts;
using studies::GuardTimeOptions;
using studies::GuardTimePoint;

struct Options {
  std::string schedulers = "all";
  std::vector<std::string> demand_classes{"moe", "uniform", "sparse", "unbalanced"};
  std::vector<int> ports{64};
  std::vector<double> guards{1, 3, 10, 30, 100, 300};
  int bits = 8;
  int matrices = 3;
  int training = 3;
  std::string slot = "100 ns";
  std::string clock = "0.8 ns";
  Option training_given, clock_given;
};

GuardTimeOptions checked(const Options& o, const Common& common) {
  constexpr double kMostGuard = 1e6;
  for (const std::string& name : o.demand_classes) demand::demand_class(name);
  for (const int n : o.ports) require_range("--ports", n, 1, 256);
  for (const double guard : o.guards) {
    if (std::isfinite(guard) && guard >= 0 && guard <= kMostGuard) continue;
    throw base::ConfigError({"--guards", "", "quanta in 0..1000000", fmt::format("{}", guard), ""});
  }
  require_range("--bits", o.bits, 1, 16);
  require_range("--matrices", o.matrices, 1, 10'000);
  require_range("--training", o.training, 1, 10'000);
  const auto time = [](const std::string& text, const char* option) {
    const auto value = config::parse_quantity<base::Picoseconds>(text, config::Place{option, ""});
    if (value > base::Picoseconds{0}) return value;
    throw base::ConfigError({option, "", "a time above 0", text, ""});
  };
  GuardTimeOptions options{o.bits, o.matrices, o.training};
  options.slot = time(o.slot, "--slot");
  options.clock_quanta = time(o.clock, "--clock") / options.slot;
  options.timed = !common.no_timing;
  options.seed = common.seed;
  return options;
}

int run_study(Options o, const Common& common) {
  std::sort(o.guards.begin(), o.guards.end());
  const GuardTimeOptions options = checked(o, common);
  const auto schedulers = chosen_schedulers(o.schedulers, "--schedulers");
  const int smallest = *std::min_element(o.ports.begin(), o.ports.end());
  const auto as_core = [&](const schedule::Scheduler* scheduler) {
    return schedule::core_of_scheduler(scheduler->name) && smallest <= kMostTimedPorts;
  };
  const auto tuned = [&](const schedule::Scheduler* scheduler) {
    return as_core(scheduler) && schedule::core_of_scheduler(scheduler->name) == CoreKind::ladder;
  };
  o.clock_given.only_if(std::any_of(schedulers.begin(), schedulers.end(), as_core),
                        "no core decides: --schedulers ladder or unit, up to 64 ports");
  o.training_given.only_if(std::any_of(schedulers.begin(), schedulers.end(), tuned),
                           "only the ladder core is tuned: --schedulers ladder, up to 64 ports");
  std::vector<GuardTimePoint> points;
  for (const std::string& demand_class : o.demand_classes) {
    for (const int ports : o.ports) {
      for (const double guard : o.guards) points.push_back({demand_class, ports, guard});
    }
  }
  const std::size_t count = points.size() * schedulers.size();
  const report::Result empty("study", common.seed,
                             {{"study", "guard-time"},
                              {"schedulers", o.schedulers},
                              {"demand_classes", o.demand_classes},
                              {"ports", o.ports},
                              {"guards", o.guards},
                              {"bits", o.bits},
                              {"matrices", o.matrices},
                              {"training", o.training},
                              {"slot", o.slot},
                              {"clock", o.clock},
                              {"seed", common.seed}});
  Rows rows(empty, common);
  std::atomic<std::size_t> done{0};
  tool::Progress progress("guard-time", "rows");
  tool::run_in_threads(static_cast<std::int64_t>(count), common.threads, [&](std::int64_t index) {
    const auto k = static_cast<std::size_t>(index);
    const GuardTimePoint& p = points[k / schedulers.size()];
    const schedule::Scheduler& scheduler = *schedulers[k % schedulers.size()];
    rows.put(k, studies::guard_time_metrics()(guard_time_row(options, p, scheduler)));
    progress.at(static_cast<double>(++done), static_cast<double>(count),
                fmt::format("{} on {}, {} ports, guard {}", scheduler.name, p.demand_class, p.ports,
                            p.guard));
  });

  report::Result result = rows.finish();
  if (common.no_timing) result.drop_timing();
  if (!common.out.empty()) {
    base::write_file(common.out + "/guard-time.html",
                     studies::guard_time_page(result.rows(), o.slot, o.clock));
    write_result(result, common, "guard-time");
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--schedulers", o->schedulers, "Names separated by commas, or all")
      .capture_default_str();
  app.add_option("--demand-class", o->demand_classes,
                 fmt::format("{}", fmt::join(demand::demand_class_names(), ", ")))
      .delimiter(',')
      .capture_default_str();
  app.add_option("--ports", o->ports, "Sizes, 1..256; above 64 the cores are their software forms")
      .delimiter(',')
      .capture_default_str();
  app.add_option("--guards", o->guards, "Guard times in quanta")
      .delimiter(',')
      .capture_default_str();
  app.add_option("--bits", o->bits, "Width of a demand counter, 1..16").capture_default_str();
  app.add_option("--matrices", o->matrices, "Matrices per point").capture_default_str();
  o->training_given =
      app.add_option("--training", o->training,
                     "Other matrices on which the ladder's floor and start are chosen")
          .capture_default_str();
  app.add_option("--slot", o->slot, "What a quantum takes: turns decision time into quanta")
      .capture_default_str();
  o->clock_given =
      app.add_option("--clock", o->clock, "Clock of the cores (docs/cores.md: the slow 16 nm end)")
          .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command guard_time_study() {
  return {"guard-time",
          "Makespan of every scheduler against guard time, decision time included",
          "  jacquard study guard-time\n"
          "  jacquard study guard-time --schedulers ladder,eclipse,solstice --guards 10,30,100\n"
          "  jacquard study guard-time --ports 16,32,64 --demand-class sparse --out guard/",
          setup,
          false,
          true,
          [] { return std::vector{studies::guard_time_metrics().kind()}; },
          {{"",
            "makespan_over_max_line",
            "makespan over the largest line",
            {"scheduler", "demand_class", "ports", "guard_quanta"}}}};
}

}  // namespace jacquard::cli
