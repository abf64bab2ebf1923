// SPDX-License-Identifier: Apache-2.0
// jacquard synth: what a core costs in gates and nanoseconds, and how long it takes to decide.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/line_chart.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/heartbeat.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/worker_threads.hpp"
#include "sim/synth/core_cost.hpp"
#include "sim/synth/decision_time.hpp"
#include "sim/synth/scaling.hpp"

namespace jacquard::cli {
namespace {

using schedule::CoreShape;
using synth::Range;

const std::vector<std::string> kCores{"unit", "ladder", "minhold", "wwfa", "crossbar"};

struct Options {
  std::string core = "ladder";
  int ports = 64;
  int bits = 8;
  std::vector<int> diagonals_per_clock;
  std::vector<std::string> demand_classes{"moe"};
  std::int64_t matrices = 20;
  std::optional<int> top_offset;

  // The default of the ladder scheduler, where the counters are wide enough to have it.
  int offset() const {
    return top_offset.value_or(std::min(schedule::SchedulerOptions{}.top_offset, bits - 1));
  }
  bool whole = false;
  Option diagonals_given, demand_given, matrices_given, top_offset_given, whole_given;
};

void check_options(const Options& o) {
  if (std::find(kCores.begin(), kCores.end(), o.core) == kCores.end()) {
    base::throw_unknown_name("--core", "a core", o.core, kCores);
  }
  const bool decomposes = o.core != "wwfa" && o.core != "crossbar";
  const std::string decides_nothing = o.core + " decomposes nothing";
  for (const Option* option :
       {&o.diagonals_given, &o.demand_given, &o.matrices_given, &o.whole_given}) {
    option->only_if(decomposes, decides_nothing);
  }
  o.top_offset_given.only_if(o.core == "ladder", o.core + " has no levels");
  require_range("--ports", o.ports, 2, 64);
  require_range("--bits", o.bits, 1, 16);
  require_range("--matrices", o.matrices, 1, 100'000);
  if (o.top_offset) require_range("--top-offset", *o.top_offset, 0, o.bits - 1);
  for (const int s : o.diagonals_per_clock) {
    require_range("--diagonals-per-clock", s, 1, o.ports);
  }
  for (const std::string& name : o.demand_classes) demand::demand_class(name);
}

std::vector<CoreShape> shapes_of(const Options& o) {
  const schedule::CoreKind kind = o.core == "unit"      ? schedule::CoreKind::unit
                                  : o.core == "minhold" ? schedule::CoreKind::minhold
                                                        : schedule::CoreKind::ladder;
  std::vector<int> speeds = o.diagonals_per_clock;
  if (speeds.empty()) {
    for (const int s : {1, 2, 4, 8}) {
      if (s <= o.ports) speeds.push_back(s);
    }
  }
  std::vector<CoreShape> shapes;
  for (const int s : speeds) shapes.push_back({kind, o.ports, o.bits, s});
  return shapes;
}

// Every design is made once, as many at a time as there are threads; later calls find it kept.
void synthesise_all(const std::vector<synth::Design>& designs, const synth::CellLibrary& library,
                    int threads) {
  const WorkerThreads limit(threads);
  const std::size_t steps = designs.size() * synth::kSteps;
  std::atomic<std::size_t> done = 0;
  Heartbeat heartbeat("synth");
  const auto on_steps = [&](int more) {
    const std::size_t now = done += static_cast<std::size_t>(more);
    heartbeat.at(fmt::format("{} of {} steps of Yosys and OpenSTA done", now, steps));
  };
  on_steps(0);
  // One by one, the largest first.
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, designs.size(), 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          synth::synthesise(designs[designs.size() - 1 - i], library, on_steps);
        }
      },
      tbb::simple_partitioner());
}

void add_cost(report::Row& row, const synth::CoreCost& cost) {
  const Range area = synth::area_16nm_mm2(cost.area_um2);
  const Range clock = synth::clock_16nm_ns(cost.clock_ns);
  row["area_180nm_um2"] = cost.area_um2;
  row["clock_180nm_ns"] = cost.clock_ns;
  row["worst_slew_180nm_ns"] = cost.worst_slew_ns;
  row["cells"] = cost.cells;
  row["flip_flops"] = cost.flip_flops;
  row["synthesised"] = cost.whole ? "whole" : "slices";
  row["area_16nm_lo_mm2"] = area.low;
  row["area_16nm_hi_mm2"] = area.high;
  row["clock_16nm_lo_ns"] = clock.low;
  row["clock_16nm_hi_ns"] = clock.high;
}

void add_time(report::Row& row, const synth::CoreCost& cost, const synth::Decision& decision) {
  const double cycles = static_cast<double>(decision.load_cycles) + decision.cycles_mean;
  const Range clock = synth::clock_16nm_ns(cost.clock_ns);
  row["load_cycles"] = decision.load_cycles;
  row["cycles_mean"] = decision.cycles_mean;
  row["efficiency_mean"] = decision.efficiency_mean;
  row["time_180nm_us"] = cycles * cost.clock_ns * 1e-3;
  row["time_16nm_lo_us"] = cycles * clock.low * 1e-3;
  row["time_16nm_hi_us"] = cycles * clock.high * 1e-3;
}

std::string picture(const Options& o, const report::Result& result) {
  report::LineChart chart{
      fmt::format("{}: one decision, load included, {} ports, {} bits", o.core, o.ports, o.bits),
      "diagonals per clock S",
      "time at 16 nm (us)",
      false,
      {}};
  for (const std::string& demand_class : o.demand_classes) {
    for (const char* end : {"lo", "hi"}) {
      report::Line line{fmt::format("{} {}", demand_class, end), {}};
      for (const report::Row& row : result.rows()) {
        if (row["demand_class"] != demand_class) continue;
        line.points.emplace_back(row["diagonals_per_clock"].get<double>(),
                                 row[fmt::format("time_16nm_{}_us", end)].get<double>());
      }
      chart.lines.push_back(line);
    }
  }
  return report::svg(chart);
}

void write_files(const Options& o, const Common& common, const report::Result& result) {
  if (common.out.empty()) return;
  base::write_file(common.out + "/synth.json", result.json());
  if (result.rows()[0].contains("demand_class"))
    base::write_file(common.out + "/synth.svg", picture(o, result));
}

void write_path(const Common& common, const std::string& name, const synth::CoreCost& cost) {
  if (common.out.empty()) return;
  base::write_file(common.out + "/" + name + "-critical-path.txt", cost.critical_path);
}

void add_core_rows(const Options& o, const Common& common, const synth::CellLibrary& library,
                   Rows& rows) {
  const synth::Method method = o.whole ? synth::Method::whole : synth::Method::automatic;
  const std::vector<CoreShape> shapes = shapes_of(o);
  std::vector<synth::Design> designs;
  for (const CoreShape& shape : shapes) {
    for (synth::Design& d : synth::designs_of(shape, method)) designs.push_back(std::move(d));
  }
  synthesise_all(designs, library, common.threads);
  for (const CoreShape& shape : shapes) {
    const synth::CoreCost cost = synth::cost_of(shape, method, library);
    const int s = shape.diagonals_per_clock;
    write_path(common, fmt::format("{}-n{}-b{}-s{}", o.core, o.ports, o.bits, s), cost);
    for (const std::string& demand_class : o.demand_classes) {
      report::Row row{{"core", o.core}, {"ports", o.ports}, {"bits", o.bits}};
      row["diagonals_per_clock"] = s;
      row["demand_class"] = demand_class;
      add_cost(row, cost);
      add_time(row, cost,
               synth::decide(shape, {o.matrices, common.seed, demand::demand_class(demand_class)},
                             o.offset()));
      rows.add(std::move(row));
    }
  }
}

// What is not a decomposition: synthesised whole, one row for each way of building it.
struct Variant {
  report::Row parameter;
  synth::Design design;
};

std::vector<Variant> variants_of(const Options& o) {
  if (o.core == "crossbar") return {{{{"width", 32}}, synth::crossbar_design(o.ports, 32, o.bits)}};
  return {{{{"rotate", false}}, synth::slot_arbiter_design(o.ports, false)},
          {{{"rotate", true}}, synth::slot_arbiter_design(o.ports, true)}};
}

void add_whole_rows(const Options& o, const Common& common, const synth::CellLibrary& library,
                    Rows& rows) {
  const std::vector<Variant> variants = variants_of(o);
  std::vector<synth::Design> designs;
  for (const Variant& variant : variants) designs.push_back(variant.design);
  synthesise_all(designs, library, common.threads);
  for (const Variant& variant : variants) {
    const synth::CoreCost cost = synth::cost_of(variant.design, library);
    const auto& [name, value] = *variant.parameter.items().begin();
    write_path(common, fmt::format("{}-n{}-{}-{}", o.core, o.ports, name, value.dump()), cost);
    report::Row row{{"core", o.core}, {"ports", o.ports}};
    row.update(variant.parameter);
    add_cost(row, cost);
    row["cycles_mean"] = 1;  // a matching, or a word, per clock
    rows.add(std::move(row));
  }
}

int run_synth(const Options& o, const Common& common) {
  check_options(o);
  const synth::CellLibrary library = synth::osu180();
  const report::Result empty("synth", common.seed,
                             {{"core", o.core},
                              {"ports", o.ports},
                              {"bits", o.bits},
                              {"diagonals_per_clock", o.diagonals_per_clock},
                              {"demand_classes", o.demand_classes},
                              {"matrices", o.matrices},
                              {"top_offset", o.offset()},
                              {"whole", o.whole}});
  const bool decomposes = o.core != "wwfa" && o.core != "crossbar";
  Rows rows(empty, common);
  (decomposes ? add_core_rows : add_whole_rows)(o, common, library, rows);
  report::Result result = rows.finish();
  write_files(o, common, result);
  print(result, common);
  if (!common.json) fmt::print("\n{}\n", synth::kAssumptions);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--core", o->core, "unit, ladder, minhold, wwfa or crossbar")
      .capture_default_str();
  app.add_option("--ports", o->ports, "N, 2..64").capture_default_str();
  app.add_option("--bits", o->bits, "B, width of a demand counter, 1..16 (wwfa has none)")
      .capture_default_str();
  o->diagonals_given = app.add_option("--diagonals-per-clock", o->diagonals_per_clock,
                                      "S, 1..N, one or several (default 1,2,4,8)")
                           .delimiter(',');
  o->demand_given =
      app.add_option(
             "--demand-class", o->demand_classes,
             "What the clocks are counted on: uniform, moe, sparse, hotspot, permutation, mixed")
          .delimiter(',')
          .capture_default_str();
  o->matrices_given =
      app.add_option("--matrices", o->matrices, "Matrices the clocks are counted on")
          .capture_default_str();
  o->top_offset_given = app.add_option("--top-offset", o->top_offset,
                                       "ladder: levels to start below the largest entry's "
                                       "(1; 0 if B is 1)");
  o->whole_given = app.add_flag("--whole", o->whole,
                                "Synthesise the whole array, however large (hours at 64 ports)");
  return [o, &common] { return run_synth(*o, common); };
}

}  // namespace

Command synth_command() {
  return {"synth",
          "Gates, clock and decision time of an RTL core, by Yosys and OpenSTA",
          "  jacquard synth --core ladder --ports 64\n"
          "  jacquard synth --core unit --ports 32 --bits 5 --diagonals-per-clock 2,4 --json\n"
          "  jacquard synth --core ladder --ports 16 --whole --out synth/\n"
          "  jacquard synth --core wwfa --ports 16",
          setup,
          false,
          true};
}

}  // namespace jacquard::cli
