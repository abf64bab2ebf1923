// SPDX-License-Identifier: Apache-2.0
// jacquard study arbiter-load: delay and throughput of slot arbiters against load.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/schedule/arrivals/published.hpp"
#include "jacquard/schedule/arrivals/simulate.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/studies/all.hpp"
#include "sim/cli/worker_threads.hpp"

namespace jacquard::cli {
namespace {

using schedule::Pattern;

constexpr const char* kOutputQueued = "output-queued";  // the reference, not an arbiter
constexpr std::int64_t kSaturationSlots = 20'000;

struct Options {
  std::string arbiter = "all";
  std::string traffic = "uniform";
  int ports = 16;
  std::vector<double> loads = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  std::int64_t slots = 100'000;
  int iterations = 0;
  double burst = 16;
  double hot_share = 0.1;
  Option iterations_given, burst_given, hot_share_given;
};

// What a source says a figure should be.
struct Reference {
  const char* quantity;
  double value;
  const char* source;
};

std::optional<Reference> reference_at(const std::string& arbiter, Pattern pattern, int ports,
                                      double load) {
  const bool uniform = pattern == Pattern::uniform;
  if (arbiter == kOutputQueued) {
    if (!uniform || load >= 1) return std::nullopt;
    return Reference{"mean_delay_slots", schedule::output_queued_delay(ports, load),
                     "Karol, Hluchyj & Morgan 1987"};
  }
  if (arbiter == "islip" && uniform && load < 1) {
    return Reference{"throughput", load, "McKeown 1999: 100 % under uniform traffic"};
  }
  return std::nullopt;
}

std::optional<Reference> reference_saturated(const std::string& arbiter, int ports,
                                             int iterations) {
  if (arbiter == "islip") return Reference{"throughput", 1, "McKeown 1999"};
  if (arbiter == "qps") {
    return Reference{"throughput", schedule::qps_saturation_throughput(ports, iterations),
                     "closed form, docs/arbiters.md"};
  }
  return Reference{"throughput", 1, "closed form, docs/arbiters.md"};
}

// One point of the sweep: which switch, at which load; no load means saturated.
struct Point {
  std::string arbiter;
  std::optional<std::size_t> load_index;
};

int iterations_of(const Options& o, const std::string& arbiter) {
  if (arbiter != "islip" && arbiter != "qps") return 1;
  if (o.iterations > 0) return o.iterations;
  return schedule::find_arbiter(arbiter).default_iterations(o.ports);
}

std::unique_ptr<schedule::Arbiter> arbiter_of(const Options& o, const Point& p,
                                              std::uint64_t seed) {
  schedule::ArbiterOptions how;
  how.iterations = o.iterations;
  how.seed = seed;
  how.stream = p.load_index.value_or(o.loads.size());
  return schedule::make_arbiter(schedule::find_arbiter(p.arbiter), o.ports, how);
}

struct LoadRow {
  const Options& o;
  std::string arbiter;
  int iterations;
  double load = 0, admissible = 0;
  schedule::SwitchMeasures measures;
  std::optional<double> delay_bound;
  std::optional<Reference> reference;

  // Ours over the source's, less 1.
  std::optional<double> deviation() const {
    if (!reference || !(reference->value > 0)) return std::nullopt;
    const bool delay = reference->quantity == std::string("mean_delay_slots");
    return (delay ? measures.delay.mean : measures.throughput) / reference->value - 1;
  }
};

using M = report::Metric<LoadRow>;
using report::Unit;

std::vector<M> with_reference(std::vector<M> all) {
  using R = LoadRow;
  const auto of = [](auto member) {
    return [member](const R& r) {
      return r.reference ? std::optional((*r.reference).*member) : std::nullopt;
    };
  };
  all.push_back(M("published_quantity", Unit::text, of(&Reference::quantity),
                  "Key of which a source says the value; null if none does.")
                    .or_null());
  all.push_back(
      M("published", Unit::any, of(&Reference::value), "Its value there, in the key's unit.")
          .or_null());
  all.push_back(
      M("deviation", Unit::ratio, &R::deviation, "Ours / the published one - 1.").or_null());
  all.push_back(M("published_source", Unit::text, of(&Reference::source), "Where it is published.")
                    .or_null());
  return all;
}

const report::MetricTable<LoadRow>& saturation_metrics() {
  using R = LoadRow;
  static const report::MetricTable<R> table(
      "saturation", "study arbiter-load: every queue has a cell at all times.",
      with_reference({
          M("arbiter", Unit::text, &R::arbiter, "Which arbiter."),
          M(
              "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch."),
          M("iterations", Unit::count, &R::iterations, "Rounds a slot."),
          M(
              "throughput", Unit::ratio, [](const R& r) { return r.measures.throughput; },
              "Cells a slot and output."),
      }),
      report::Columns::all);
  return table;
}

const report::MetricTable<LoadRow>& load_metrics() {
  using R = LoadRow;
  const auto of = [](auto member) { return [member](const R& r) { return r.measures.*member; }; };
  static const report::MetricTable<R> table(
      "load", "study arbiter-load: a switch at a load.",
      with_reference({
          M("arbiter", Unit::text, &R::arbiter, "Which arbiter; output-queued is the reference."),
          M(
              "traffic", Unit::text, [](const R& r) { return r.o.traffic; },
              "Pattern of the arrivals."),
          M(
              "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch."),
          M("iterations", Unit::count, &R::iterations, "Rounds a slot."),
          M("load", Unit::ratio, &R::load, "Of the busiest line."),
          M("admissible", Unit::ratio, &R::admissible,
            "Cells a slot and port that the pattern offers at that load."),
          M("offered", Unit::ratio, of(&schedule::SwitchMeasures::offered),
            "Cells a slot and port that came."),
          M("throughput", Unit::ratio, of(&schedule::SwitchMeasures::throughput),
            "Cells a slot and port that left."),
          M(
              "mean_delay_slots", Unit::slots, [](const R& r) { return r.measures.delay.mean; },
              "From a cell's arrival to its departure."),
          M(
              "confidence_slots", Unit::slots,
              [](const R& r) { return r.measures.delay.half_width; },
              "Half of the 95 % interval of the mean."),
          M("p99_delay_slots", Unit::slots, of(&schedule::SwitchMeasures::p99_delay),
            "99th percentile of the delay."),
          M("mean_queue_cells", Unit::count, of(&schedule::SwitchMeasures::mean_queue),
            "Cells in an input's queues."),
          M("delay_bound_slots", Unit::slots, &R::delay_bound,
            "An output-queued switch's mean delay; null where no closed form is known.")
              .or_null(),
      }),
      report::Columns::all);
  return table;
}

report::Printed saturated_row(const Options& o, const Point& p, std::uint64_t seed) {
  const auto arbiter = arbiter_of(o, p, seed);
  LoadRow row{o, p.arbiter, iterations_of(o, p.arbiter), 0, 0, {}, {}, {}};
  // A few times N slots let iSLIP's pointers drift apart.
  row.measures.throughput =
      schedule::saturation_throughput(*arbiter, o.ports, 4 * o.ports, kSaturationSlots);
  row.reference = reference_saturated(p.arbiter, o.ports, row.iterations);
  return saturation_metrics()(row);
}

report::Printed load_row(const Options& o, const Point& p, std::uint64_t seed) {
  schedule::SwitchRun run;
  run.ports = o.ports;
  run.traffic = {schedule::find_pattern(o.traffic).pattern, o.loads[*p.load_index], o.burst,
                 o.hot_share};
  run.slots = o.slots;
  run.warm_up = o.slots / 4;
  run.seed = seed;
  run.stream = *p.load_index;
  const bool reference = p.arbiter == kOutputQueued;
  const auto arbiter = reference ? nullptr : arbiter_of(o, p, seed);
  const double load = run.traffic.load;
  LoadRow row{o,
              p.arbiter,
              iterations_of(o, p.arbiter),
              load,
              schedule::admissible_rate(run.traffic, o.ports),
              {},
              {},
              {}};
  row.measures =
      reference ? schedule::simulate_output_queued(run) : schedule::simulate(run, *arbiter);
  if (run.traffic.pattern == Pattern::uniform && load < 1) {
    row.delay_bound = schedule::output_queued_delay(o.ports, load);
  }
  row.reference = reference_at(p.arbiter, run.traffic.pattern, o.ports, load);
  return load_metrics()(row);
}

std::vector<Point> points_of(const Options& o) {
  std::vector<std::string> names;
  if (o.arbiter == "all") {
    names = {"wwfa", "islip", "qps", kOutputQueued};
  } else {
    if (o.arbiter != kOutputQueued) schedule::find_arbiter(o.arbiter);
    names = {o.arbiter};
  }
  std::vector<Point> points;
  for (const std::string& name : names) {
    for (std::size_t k = 0; k < o.loads.size(); ++k) points.push_back({name, k});
  }
  for (const std::string& name : names) {
    if (name != kOutputQueued) points.push_back({name, std::nullopt});
  }
  return points;
}

void check_options(const Options& o) {
  const auto has = [&](const char* name) { return o.arbiter == "all" || o.arbiter == name; };
  o.iterations_given.only_if(has("islip") || has("qps"), o.arbiter + " has no iterations");
  o.burst_given.only_if(o.traffic == "bursty", o.traffic + " traffic has no bursts");
  o.hot_share_given.only_if(o.traffic == "hotspot", o.traffic + " traffic has no hot output");
  schedule::Traffic traffic{schedule::find_pattern(o.traffic).pattern, 1, o.burst, o.hot_share};
  schedule::check_traffic(traffic);
  for (const double load : o.loads) {
    traffic.load = load;
    schedule::check_traffic(traffic);
  }
  // Names, ports and iterations are checked where arbiters are made; do it before any work.
  schedule::ArbiterOptions how;
  how.iterations = o.iterations;
  schedule::make_arbiter(schedule::find_arbiter("islip"), o.ports, how);
}

std::string picture(const Options& o, const report::Result& result) {
  report::LineChart chart{
      fmt::format("Mean delay against load, {} traffic, {} ports", o.traffic, o.ports),
      "load of the busiest line",
      "mean delay (slots)",
      true,
      {}};
  for (const report::Row& row : result.rows()) {
    if (row["row_kind"] != "load") continue;
    const std::string name = row["arbiter"];
    if (chart.lines.empty() || chart.lines.back().name != name) chart.lines.push_back({name, {}});
    chart.lines.back().points.emplace_back(row["load"].get<double>(),
                                           row["mean_delay_slots"].get<double>());
  }
  return report::svg(chart);
}

int run_study(Options o, const Common& common) {
  std::sort(o.loads.begin(), o.loads.end());
  check_options(o);
  const std::vector<Point> points = points_of(o);
  const report::Result empty("study", common.seed,
                             {{"study", "arbiter-load"},
                              {"arbiter", o.arbiter},
                              {"traffic", o.traffic},
                              {"ports", o.ports},
                              {"loads", o.loads},
                              {"slots", o.slots},
                              {"iterations", o.iterations},
                              {"burst", o.burst},
                              {"hot_share", o.hot_share},
                              {"seed", common.seed}});
  Rows rows(empty, common);
  std::atomic<std::size_t> done{0};
  const auto compute = [&](std::size_t k) {
    const Point& p = points[k];
    rows.put(k, p.load_index ? load_row(o, p, common.seed) : saturated_row(o, p, common.seed));
    spdlog::info("[{}/{}] {} {}", ++done, points.size(), p.arbiter,
                 p.load_index ? fmt::format("load {}", o.loads[*p.load_index]) : "saturated");
  };
  const WorkerThreads limit(common.threads);
  tbb::parallel_for(std::size_t{0}, points.size(), compute);

  report::Result result = rows.finish();
  if (!common.out.empty()) {
    base::write_file(common.out + "/arbiter-load.svg", picture(o, result));
    base::write_file(common.out + "/arbiter-load.json", result.json());
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--arbiter", o->arbiter,
                 "wwfa, wwfa-fixed, islip, qps, output-queued (the reference) or all")
      .capture_default_str();
  app.add_option("--traffic", o->traffic,
                 "uniform, bursty, hotspot, diagonal, quasi-diagonal or log-diagonal")
      .capture_default_str();
  app.add_option("--ports", o->ports, "Ports of the switch, 1..1024").capture_default_str();
  app.add_option("--loads", o->loads, "Loads of the busiest line, above 0 and at most 1")
      .delimiter(',');
  app.add_option("--slots", o->slots, "Measured slots per point, after a quarter as warm-up")
      .within(std::int64_t{20}, std::int64_t{3'000'000'000})
      .capture_default_str();
  o->iterations_given = app.add_option("--iterations", o->iterations,
                                       "islip, qps: rounds per slot (0: their default)");
  o->burst_given =
      app.add_option("--burst", o->burst, "bursty: mean cells per burst").capture_default_str();
  o->hot_share_given = app.add_option("--hot-share", o->hot_share,
                                      "hotspot: share of each input's cells to output 0")
                           .capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command arbiter_load_study() {
  return {"arbiter-load",
          "Delay and throughput of slot arbiters against load",
          "  jacquard study arbiter-load\n"
          "  jacquard study arbiter-load --arbiter qps --iterations 1 --loads 0.5,0.6,0.7\n"
          "  jacquard study arbiter-load --traffic hotspot --hot-share 0.2 --out load/",
          setup,
          false,
          true,
          [] {
            return std::vector{load_metrics().kind(), saturation_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
