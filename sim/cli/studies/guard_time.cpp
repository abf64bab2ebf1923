// SPDX-License-Identifier: Apache-2.0
// jacquard study guard-time: who finishes first when changing a setting costs time, and deciding
// too.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "sim/bench/stopwatch.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/run_schedulers.hpp"
#include "sim/cli/studies/all.hpp"
#include "sim/cli/studies/guard_time_pictures.hpp"
#include "sim/cli/worker_threads.hpp"
#include "sim/studies/ladder_choice.hpp"

namespace jacquard::cli {
namespace {

using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::kMostCorePorts;

// Matrices to choose the ladder's options on, so that those it is judged on are new to it.
constexpr std::uint64_t kTrainingSeedOffset = 0x9e3779b9;
constexpr int kTimedRuns = 3;  // the fastest counts: a scheduler that has been running

struct Options {
  std::string schedulers = "all";
  std::vector<std::string> demand_classes{"moe", "uniform", "sparse"};
  std::vector<int> ports{64};
  std::vector<double> guards{1, 3, 10, 30, 100, 300};
  int bits = 8;
  int matrices = 3;
  int training = 3;
  std::string slot = "100 ns";
  std::string clock = "0.8 ns";
  Option training_given, clock_given;
};

struct Times {
  base::Picoseconds slot{0};
  double clock_quanta = 0;
};

// One cell of the sweep: all schedulers on the same matrices.
struct Point {
  std::string demand_class;
  int ports;
  double guard;
};

std::vector<QuantaMatrix> matrices_of(const Options& o, const Point& p, const Times& times,
                                      std::uint64_t seed, int count) {
  demand::Quantisation how;
  how.bits = o.bits;
  std::vector<QuantaMatrix> all;
  for (int k = 0; k < count; ++k) {
    const QuantaMatrix counted =
        quantise(demand::generate(demand::demand_class(p.demand_class), p.ports, seed,
                                  static_cast<std::uint64_t>(k)),
                 how);
    demand::SlotClock clock;
    clock.slot = times.slot;
    clock.quantum = base::bytes_carried(times.slot, clock.rate);
    clock.guard =
        base::Picoseconds{std::llround(p.guard * static_cast<double>(times.slot.count()))};
    const auto counts = counted.row_major();
    all.emplace_back(p.ports, std::vector<std::int64_t>(counts.begin(), counts.end()), clock);
  }
  return all;
}

// Sums over the matrices of a point; means are taken when a row is made.
struct Sums {
  double makespan = 0, bound = 0, completion = 0, permutations = 0, decision_ns = 0;
};

double over(double quanta, const QuantaMatrix& demand) {
  return quanta / static_cast<double>(std::max<std::int64_t>(demand.largest_line_sum(), 1));
}

double in_quanta(base::Picoseconds time, const Times& times) { return time / times.slot; }

void require_valid(const std::string& name, const QuantaMatrix& demand,
                   const schedule::Schedule& schedule) {
  const schedule::Verdict verdict = check(demand, schedule);
  JQ_CHECK(verdict.valid, (name + " gives a valid schedule").c_str());
}

Sums run_software(const schedule::Scheduler& scheduler, const std::vector<QuantaMatrix>& demands,
                  double guard, const Times& times, bool timed) {
  Sums sums;
  for (const QuantaMatrix& demand : demands) {
    const schedule::Schedule schedule = scheduler.run(demand, {});
    const double decision_ns =
        timed ? 1e6 * bench::best_ms(kTimedRuns, [&] { (void)scheduler.run(demand, {}); }) : 0;
    require_valid(scheduler.name, demand, schedule);
    const double decided = decision_ns * 1e3 / static_cast<double>(times.slot.count());
    sums.makespan += over(studies::completion(schedule, guard, 0.0), demand);
    sums.completion += over(studies::completion(schedule, guard, decided), demand);
    sums.bound += over(in_quanta(schedule::lower_bound(demand, scheduler.hops), times), demand);
    sums.permutations += static_cast<double>(schedule.permutations());
    sums.decision_ns += decision_ns;
  }
  return sums;
}

Sums run_hardware(const schedule::CoreShape& shape, const schedule::CoreInputs& options,
                  const std::vector<QuantaMatrix>& demands, double guard, const Times& times) {
  Sums sums;
  for (const QuantaMatrix& demand : demands) {
    const auto d = studies::decide_in_hardware(shape, options, demand, times.clock_quanta);
    require_valid("a core", demand, d.schedule);
    sums.makespan += over(studies::completion(d.schedule, guard, 0.0), demand);
    sums.completion += over(studies::completion(d.schedule, guard, d.ready), demand);
    sums.bound += over(in_quanta(schedule::lower_bound(demand, 1), times), demand);
    sums.permutations += static_cast<double>(d.schedule.permutations());
    sums.decision_ns += static_cast<double>(d.cycles) * times.clock_quanta *
                        static_cast<double>(times.slot.count()) * 1e-3;
  }
  return sums;
}

struct GuardTimeRow {
  std::string scheduler;
  Point point;
  Sums means;
  bool by_core = false;
  std::optional<schedule::CoreInputs> chosen;  // of a tuned ladder core
};

const report::MetricTable<GuardTimeRow>& metrics() {
  using R = GuardTimeRow;
  using M = report::Metric<R>;
  using report::Unit;
  const auto mean = [](auto member) { return [member](const R& r) { return r.means.*member; }; };
  const auto input = [](auto member) {
    return [member](const R& r) {
      return r.chosen ? std::optional((*r.chosen).*member) : std::nullopt;
    };
  };
  static const report::MetricTable<R> table(
      "", "study guard-time: a scheduler at a point of the sweep, means over matrices.",
      {
          M("scheduler", Unit::text, &R::scheduler, "Which scheduler."),
          M(
              "demand_class", Unit::text, [](const R& r) { return r.point.demand_class; },
              "Class of the demands."),
          M(
              "ports", Unit::count, [](const R& r) { return r.point.ports; },
              "Ports of the switch."),
          M(
              "guard_quanta", Unit::quanta, [](const R& r) { return r.point.guard; },
              "What changing a setting takes."),
          M("makespan_over_max_line", Unit::ratio, mean(&Sums::makespan),
            "Slots and guards / largest line sum."),
          M("bound_over_max_line", Unit::ratio, mean(&Sums::bound),
            "No schedule of so many hops takes less."),
          M("permutations", Unit::count, mean(&Sums::permutations), "Settings."),
          M(
              "decided_by", Unit::text, [](const R& r) { return r.by_core ? "core" : "software"; },
              "core or software."),
          M("floor", Unit::count, input(&schedule::CoreInputs::floor),
            "Chosen for the ladder core, else null.")
              .or_null(),
          M("top_offset", Unit::count, input(&schedule::CoreInputs::top_offset),
            "Chosen for the ladder core, else null.")
              .or_null(),
          M("decision_wall_ns", Unit::ns, mean(&Sums::decision_ns),
            "A core's clocks, or what this machine took."),
          M("completion_wall_over_max_line", Unit::ratio, mean(&Sums::completion),
            "Decision, slots and guards / largest line sum."),
      },
      report::Columns::all);
  return table;
}

GuardTimeRow row_of(const Options& o, const Point& p, const schedule::Scheduler& scheduler,
                    const Times& times, const Common& common) {
  const std::uint64_t seed = common.seed;
  const auto demands = matrices_of(o, p, times, seed, o.matrices);
  const std::optional<CoreKind> kind = schedule::core_of_scheduler(scheduler.name);
  GuardTimeRow row{scheduler.name, p, {}, kind && p.ports <= kMostCorePorts, {}};
  schedule::CoreInputs chosen;
  Sums sums;
  if (row.by_core) {
    const schedule::CoreShape shape{*kind, p.ports, o.bits, std::min(4, p.ports)};
    if (kind == CoreKind::ladder) {
      const auto training = matrices_of(o, p, times, seed + kTrainingSeedOffset, o.training);
      chosen = studies::choose_ladder_options(shape, training, p.guard, times.clock_quanta);
      row.chosen = chosen;
    }
    sums = run_hardware(shape, chosen, demands, p.guard, times);
  } else {
    sums = run_software(scheduler, demands, p.guard, times, !common.no_timing);
  }
  const double count = o.matrices;
  row.means = {sums.makespan / count, sums.bound / count, sums.completion / count,
               sums.permutations / count, sums.decision_ns / count};
  return row;
}

Times check_options(const Options& o) {
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
  Times times;
  times.slot = time(o.slot, "--slot");
  times.clock_quanta = time(o.clock, "--clock") / times.slot;
  return times;
}

int run_study(Options o, const Common& common) {
  std::sort(o.guards.begin(), o.guards.end());
  const Times times = check_options(o);
  const auto schedulers = chosen_schedulers(o.schedulers, "--schedulers");
  const int smallest = *std::min_element(o.ports.begin(), o.ports.end());
  const auto as_core = [&](const schedule::Scheduler* scheduler) {
    return schedule::core_of_scheduler(scheduler->name) && smallest <= kMostCorePorts;
  };
  const auto tuned = [&](const schedule::Scheduler* scheduler) {
    return as_core(scheduler) && schedule::core_of_scheduler(scheduler->name) == CoreKind::ladder;
  };
  o.clock_given.only_if(std::any_of(schedulers.begin(), schedulers.end(), as_core),
                        "no core decides: --schedulers ladder or unit, up to 64 ports");
  o.training_given.only_if(std::any_of(schedulers.begin(), schedulers.end(), tuned),
                           "only the ladder core is tuned: --schedulers ladder, up to 64 ports");
  std::vector<Point> points;
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
  const WorkerThreads limit(common.threads);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t k) {
    const Point& p = points[k / schedulers.size()];
    const schedule::Scheduler& scheduler = *schedulers[k % schedulers.size()];
    rows.put(k, metrics()(row_of(o, p, scheduler, times, common)));
    spdlog::info("[{}/{}] {} on {}, {} ports, guard {}", ++done, count, scheduler.name,
                 p.demand_class, p.ports, p.guard);
  });

  report::Result result = rows.finish();
  if (common.no_timing) result.drop_timing();
  if (!common.out.empty()) {
    base::write_file(common.out + "/guard-time.html",
                     guard_time_page(result.rows(), o.slot, o.clock));
    base::write_file(common.out + "/guard-time.json", result.json());
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--schedulers", o->schedulers, "Names separated by commas, or all")
      .capture_default_str();
  app.add_option("--demand-class", o->demand_classes,
                 "moe, uniform, sparse, hotspot, permutation, mixed")
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
  o->clock_given = app.add_option("--clock", o->clock,
                                  "Clock of the cores (docs/synthesis.md: the slow 16 nm end)")
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
          [] { return std::vector{metrics().kind()}; }};
}

}  // namespace jacquard::cli
