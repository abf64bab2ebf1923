// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/plan_bench.hpp"

#include <spdlog/spdlog.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/plan/evaluate.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "systemc/plan/knobs/search.hpp"
#include "systemc/plan/knobs/space.hpp"

namespace jacquard::bench {
namespace {

constexpr std::int64_t kEnough = 2'000;  // evaluations of a run by one thread, at least

struct PlanBenchRow {
  std::string name;
  int threads = 1;
  std::int64_t space = 0;
  std::int64_t refused = 0;
  std::int64_t evaluations = 0;
  double ms = 0;
  double core_ms = 0;                // of all threads together
  std::optional<double> operations;  // of an evaluation, on average
  std::optional<double> floor_ns;
  std::string published;

  double per_s() const { return static_cast<double>(evaluations) / ms * 1e3; }
  double per_core_s() const { return static_cast<double>(evaluations) / core_ms * 1e3; }
  std::optional<double> operation_ns() const {
    if (!operations) return std::nullopt;
    return 1e9 / per_core_s() / *operations;
  }
};

const report::MetricTable<PlanBenchRow>& metrics() {
  using R = PlanBenchRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench plan: strategies and settings from their knobs to time and memory.",
      {
          M("case", Unit::text, &R::name, "Rules, model, and system."),
          M("threads", Unit::count, &R::threads, "Threads that evaluate."),
          M("space", Unit::count, &R::space, "Strategies or settings that there are."),
          M("refused", Unit::count, &R::refused, "Of these, how many cannot run."),
          M("evaluations", Unit::count, &R::evaluations, "Of a run: the space, once or often."),
          M("wall_ms", Unit::ms, &R::ms, "Fastest run."),
          M("evaluations_per_wall_s", Unit::per_s, &R::per_s, "Of all threads."),
          M("core_evaluations_per_wall_s", Unit::per_s, &R::per_core_s,
            "Of one core, while the others work too: by the processor's time."),
          M("operations", Unit::count, &R::operations,
            "Of one step's schedule, on average; null for settings, most of which a bound "
            "decides."),
          M("operation_wall_ns", Unit::ns, &R::operation_ns,
            "Time of one evaluation / its operations, where these are known."),
          M("floor_wall_ns", Unit::ns, &R::floor_ns,
            "Of one operation of a bare schedule: one maximum and one sum; in rows of strategies."),
          M("published", Unit::text, &R::published,
            "Evaluations a second and core of other programs, each on its authors' machine."),
      },
      report::Columns::all);
  return table;
}

double wall_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

double process_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// The fastest run(), which keeps row.threads busy. Several are timed by the clock on the wall, as
// they may wait for each other, and by what they take of all cores.
template <class Run>
void time_row(int repeat, PlanBenchRow& row, Run&& run) {
  if (row.threads == 1) {
    row.ms = row.core_ms = tool::best_ms(repeat, run);
    return;
  }
  constexpr int kRuns = 3;
  for (int done = 0; done < (repeat > 0 ? repeat : kRuns); ++done) {
    const double start = wall_ms();
    const double core_start = process_ms();
    run();
    const double ms = wall_ms() - start;
    const double core_ms = process_ms() - core_start;
    row.ms = done == 0 ? ms : std::min(row.ms, ms);
    row.core_ms = done == 0 ? core_ms : std::min(row.core_ms, core_ms);
  }
}

// What an operation of a schedule takes at least: it starts when its stream and the other one let
// it, and that time is known only after the operation before. Nanoseconds.
double floor_ns(int repeat) {
  constexpr std::size_t kOperations = 4'096;
  constexpr int kAtOnce = 100;
  const std::vector<double> durations(kOperations, 1e-6);
  double ends = 0;
  const double ms = tool::best_ms(repeat, [&] {
    double compute = 0;
    double communication = 0;
    for (int i = 0; i < kAtOnce; ++i) {
      for (std::size_t k = 0; k < kOperations; k += 2) {
        compute = std::max(compute, communication) + durations[k];
        communication = std::max(communication, compute) + durations[k + 1];
      }
    }
    ends += communication;
  });
  JQ_CHECK(ends > 0, "the bare schedule ends");
  return ms * 1e6 / static_cast<double>(kOperations * kAtOnce);
}

plan::Request shipped(const std::string& model, const std::string& cluster, plan::Physics physics) {
  const auto read = [](const auto& table, const std::string& path) {
    return config::read_config(table, base::data_path("configs/" + path + ".json"));
  };
  return {read(plan::model_fields(), "planner_models/" + model),
          read(systems::cluster_fields(), "systems/" + cluster),
          {},
          physics};
}

void count_operations(const plan::Request& request, const std::vector<plan::Strategy>& space,
                      PlanBenchRow& row) {
  plan::Evaluator evaluator(request);
  std::size_t operations = 0;
  for (const plan::Strategy& strategy : space) {
    if (evaluator.evaluate(strategy).refused.empty()) {
      operations += evaluator.timeline().size();
    } else {
      ++row.refused;
    }
  }
  row.operations = static_cast<double>(operations) / static_cast<double>(space.size());
}

void bench_strategies(PlanBenchRow row, const plan::Request& request, const BenchOptions& options,
                      const TakeRow& take) {
  const std::vector<plan::Strategy> space = plan::all_strategies(request.model, request.cluster);
  row.space = static_cast<std::int64_t>(space.size());
  count_operations(request, space, row);
  const std::int64_t sweeps = (kEnough + row.space - 1) / row.space;
  for (const int threads : {1, cores()}) {
    row.threads = threads;
    row.evaluations = row.space * sweeps * threads;
    spdlog::info("bench plan: {}, threads: {}", row.name, threads);
    time_row(options.repeat, row, [&] {
      tool::run_in_threads(threads, threads, [&](std::int64_t) {
        plan::Evaluator evaluator(request);
        double seconds = 0;
        for (std::int64_t i = 0; i < sweeps; ++i) {
          for (const auto& strategy : space) seconds += evaluator.evaluate(strategy).times.time;
        }
        JQ_CHECK(seconds > 0, "a step of time");
      });
    });
    take(metrics()(row));
    if (cores() == 1) return;
  }
}

void bench_knobs(const BenchOptions& options, const TakeRow& take) {
  knobs::Problem problem;
  problem.config = config::read_config(train::train_fields(),
                                       base::data_path("configs/jobs/llama3_405b_16384.json"));
  problem.config.engine = "analytic";
  const int npus = problem.config.parallel.npus();
  const auto space = knobs::all_settings(problem, knobs::ranges_of(problem, npus), npus);
  PlanBenchRow row;
  row.name = "knobs llama3-405b on 16,384 NPUs";
  row.published = "Calculon 124 as shipped, 1,533 at best";
  row.space = row.evaluations = static_cast<std::int64_t>(space.size());
  for (const int threads : {1, cores()}) {
    row.threads = problem.threads = threads;
    spdlog::info("bench plan: {}, threads: {}", row.name, threads);
    time_row(std::max(options.repeat, 1), row, [&] {
      row.refused = knobs::search(problem, space, {}, [](double, double, const char*) {}).refused;
    });
    take(metrics()(row));
    if (cores() == 1) return;
  }
}

}  // namespace

void bench_plan(const BenchOptions& options, const TakeRow& take) {
  constexpr const char* kDlrm = "MAD-Max's code 6,266";
  constexpr const char* kLlm = "MAD-Max's code 143 (GPT-3); Calculon 124 as shipped, 1,533 at best";
  const double floor = floor_ns(options.repeat);
  for (const auto& [mode, physics] :
       {std::pair("paper", plan::Physics::none()), std::pair("physical", plan::Physics::all())}) {
    for (const auto& [model, cluster, published] :
         {std::tuple("dlrm-a", "zionex-128", kDlrm), std::tuple("dlrm-b", "zionex-128", kDlrm),
          std::tuple("llama-65b", "a100-2048", kLlm)}) {
      PlanBenchRow row;
      row.name = std::string(mode) + " " + model + " on " + cluster;
      row.published = published;
      row.floor_ns = floor;
      bench_strategies(row, shipped(model, cluster, physics), options, take);
    }
  }
  bench_knobs(options, take);
}

std::vector<report::RowKind> plan_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
