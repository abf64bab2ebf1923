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
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/rows.hpp"
#include "sim/cli/worker_threads.hpp"
#include "sim/synth/core_cost.hpp"
#include "sim/synth/decision_time.hpp"
#include "sim/synth/scaling.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using report::Unit;

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
  const schedule::CoreKind kind = *schedule::core_named(o.core);
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
  tool::Progress progress("synth", "steps of Yosys and OpenSTA");
  const auto on_steps = [&](int more) {
    const std::size_t now = done += static_cast<std::size_t>(more);
    progress.at(static_cast<double>(now), static_cast<double>(steps));
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

struct SynthRow {
  const Options& o;
  synth::CoreCost cost;
  int diagonals_per_clock = 0;
  std::string demand_class;
  synth::Decision decision;
  std::optional<int> width;    // of a crossbar's word
  std::optional<bool> rotate;  // a slot arbiter's priority

  double cycles() const { return static_cast<double>(decision.load_cycles) + decision.cycles_mean; }
  Range clock() const { return synth::clock_16nm_ns(cost.clock_ns); }
  Range area() const { return synth::area_16nm_mm2(cost.area_um2); }
};

using M = report::Metric<SynthRow>;

std::vector<M> cost_metrics() {
  using R = SynthRow;
  using C = synth::CoreCost;
  const auto of = [](auto member) { return [member](const R& r) { return r.cost.*member; }; };
  return {
      M("area_180nm_um2", Unit::um2, of(&C::area_um2), "Area of its cells at 180 nm."),
      M("clock_180nm_ns", Unit::ns, of(&C::clock_ns), "Its critical path at 180 nm."),
      M("worst_slew_180nm_ns", Unit::ns, of(&C::worst_slew_ns), "Slowest edge on any net."),
      M("cells", Unit::count, of(&C::cells), "Cells, flip-flops included."),
      M("flip_flops", Unit::count, of(&C::flip_flops), "Flip-flops."),
      M(
          "synthesised", Unit::text, [](const R& r) { return r.cost.whole ? "whole" : "slices"; },
          "whole, or from slices (docs/synthesis.md)."),
      M(
          "area_16nm_lo_mm2", Unit::mm2, [](const R& r) { return r.area().low; },
          "Scaled to 16 nm, the small end."),
      M(
          "area_16nm_hi_mm2", Unit::mm2, [](const R& r) { return r.area().high; },
          "The large end."),
      M(
          "clock_16nm_lo_ns", Unit::ns, [](const R& r) { return r.clock().low; },
          "Scaled to 16 nm, the fast end."),
      M(
          "clock_16nm_hi_ns", Unit::ns, [](const R& r) { return r.clock().high; }, "The slow end."),
  };
}

std::vector<M> joined(std::vector<M> all, const std::vector<std::vector<M>>& parts) {
  for (const std::vector<M>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const report::MetricTable<SynthRow>& core_metrics() {
  using R = SynthRow;
  using D = synth::Decision;
  const auto of = [](auto member) { return [member](const R& r) { return r.decision.*member; }; };
  static const report::MetricTable<R> table(
      "", "A core that decomposes demands: what it costs and how long it decides.",
      joined(
          {M(
               "core", Unit::text, [](const R& r) { return r.o.core; }, "Which core."),
           M(
               "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch."),
           M(
               "bits", Unit::count, [](const R& r) { return r.o.bits; },
               "Width of a demand counter."),
           M("diagonals_per_clock", Unit::count, &R::diagonals_per_clock,
             "S, wave fronts a clock."),
           M("demand_class", Unit::text, &R::demand_class,
             "Class of the demands on which clocks are counted.")},
          {cost_metrics(),
           {M("load_cycles", Unit::cycles, of(&D::load_cycles), "Clocks to load a demand."),
            M("cycles_mean", Unit::cycles, of(&D::cycles_mean), "From start to done."),
            M("efficiency_mean", Unit::ratio, of(&D::efficiency_mean), "Largest line sum / slots."),
            M(
                "time_180nm_us", Unit::us,
                [](const R& r) { return r.cycles() * r.cost.clock_ns * 1e-3; },
                "One decision, load included, at 180 nm."),
            M(
                "time_16nm_lo_us", Unit::us,
                [](const R& r) { return r.cycles() * r.clock().low * 1e-3; },
                "At 16 nm, the fast end."),
            M(
                "time_16nm_hi_us", Unit::us,
                [](const R& r) { return r.cycles() * r.clock().high * 1e-3; }, "The slow end.")}}),
      report::Columns::all);
  return table;
}

const report::MetricTable<SynthRow>& whole_metrics() {
  using R = SynthRow;
  static const report::MetricTable<R> table(
      "", "What answers every clock: wwfa, crossbar.",
      joined(
          {M(
               "core", Unit::text, [](const R& r) { return r.o.core; }, "Which core."),
           M(
               "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch."),
           M("width", Unit::count, &R::width, "Bits of a crossbar's word."),
           M("rotate", Unit::flag, &R::rotate, "A slot arbiter's priority goes round.")},
          {cost_metrics(),
           {M(
               "cycles_mean", Unit::cycles, [](const R&) { return 1; },
               "A matching, or a word, per clock.")}}),
      report::Columns::all);
  return table;
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
      const verify::Cases cases{o.matrices, common.seed, demand::demand_class(demand_class)};
      rows.add(core_metrics()({o, cost, s, demand_class, synth::decide(shape, cases, o.offset()),
                               std::nullopt, std::nullopt}));
    }
  }
}

// What is not a decomposition: synthesised whole, one row for each way of building it.
struct Variant {
  std::string name;
  synth::Design design;
  std::optional<int> width;
  std::optional<bool> rotate;
};

std::vector<Variant> variants_of(const Options& o) {
  constexpr int width = 32;
  if (o.core == "crossbar") {
    return {{"width-32", synth::crossbar_design(o.ports, width, o.bits), width, {}}};
  }
  return {{"rotate-false", synth::slot_arbiter_design(o.ports, false), {}, false},
          {"rotate-true", synth::slot_arbiter_design(o.ports, true), {}, true}};
}

void add_whole_rows(const Options& o, const Common& common, const synth::CellLibrary& library,
                    Rows& rows) {
  const std::vector<Variant> variants = variants_of(o);
  std::vector<synth::Design> designs;
  for (const Variant& variant : variants) designs.push_back(variant.design);
  synthesise_all(designs, library, common.threads);
  for (const Variant& variant : variants) {
    const synth::CoreCost cost = synth::cost_of(variant.design, library);
    write_path(common, fmt::format("{}-n{}-{}", o.core, o.ports, variant.name), cost);
    rows.add(whole_metrics()({o, cost, 0, "", {}, variant.width, variant.rotate}));
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
          true,
          [] {
            return std::vector{core_metrics().kind(), whole_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
