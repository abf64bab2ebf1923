// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/synth_rows.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "sim/synth/decision_time.hpp"
#include "sim/synth/scaling.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::synth {
namespace {

using report::Unit;
using schedule::CoreShape;

std::vector<CoreShape> shapes_of(const SynthOptions& o) {
  CoreShape shape{*o.kind(), o.ports, o.bits, 1};
  if (o.has_digits()) {
    shape = with_digits(shape, schedule::core_digits(o.shape, o.ports, {"--shape", ""}));
  }
  if (!o.has_diagonals()) return {shape};
  std::vector<int> speeds = o.diagonals_per_clock;
  if (speeds.empty() && o.kind() == schedule::CoreKind::choose) speeds = {std::min(4, o.ports)};
  if (speeds.empty()) {
    for (const int s : {1, 2, 4, 8}) {
      if (s <= o.ports) speeds.push_back(s);
    }
  }
  std::vector<CoreShape> shapes;
  for (const int s : speeds) {
    shapes.push_back(shape);
    shapes.back().diagonals_per_clock = s;
    shapes.back().descend = o.descend;
    shapes.back().rows_per_clock = o.rows_per_clock;
    shapes.back().parity = o.parity;
  }
  return shapes;
}

// Every design is made once, as many at a time as there are threads; later calls find it kept.
void synthesise_all(const std::vector<Design>& designs, const Cells& cells, int threads) {
  const std::size_t steps = designs.size() * kSteps;
  std::atomic<std::size_t> done = 0;
  tool::Progress progress("synth");
  // No time left: the largest design's steps take as long as those of all others.
  const auto on_steps = [&](int more) {
    const std::size_t now = done += static_cast<std::size_t>(more);
    progress.at(fmt::format("{} of {} steps of Yosys and OpenSTA", now, steps));
  };
  on_steps(0);
  // The largest first.
  tool::run_in_threads(static_cast<std::int64_t>(designs.size()), threads, [&](std::int64_t k) {
    synthesise(designs[designs.size() - 1 - static_cast<std::size_t>(k)], cells, on_steps);
  });
}

struct SynthRow {
  const SynthOptions& o;
  const Cells& cells;
  CoreCost cost;
  std::optional<int> diagonals_per_clock;
  std::optional<std::string> shape;
  std::string demand_class;
  Decision decision;
  std::optional<int> width;    // of a crossbar's word
  std::optional<bool> rotate;  // a slot arbiter's priority
  std::string top = {};        // of the user's
  std::optional<PowerPerGhz> power = {};

  double cycles() const { return static_cast<double>(decision.load_cycles) + decision.cycles_mean; }
  // At the clock of its critical path, in mW. A picojoule a nanosecond is one.
  std::optional<double> milliwatts(std::optional<double> PowerPerGhz::*pj) const {
    if (!((*power).*pj)) return std::nullopt;
    return *((*power).*pj) / cost.clock_ns;
  }
  std::optional<double> total_mw() const {
    const auto inside = milliwatts(&PowerPerGhz::internal_pj);
    const auto pins = milliwatts(&PowerPerGhz::switching_pj);
    if (!inside || !pins || !power->leakage_mw) return std::nullopt;
    return *inside + *pins + *power->leakage_mw;
  }
  std::string activity() const {
    return fmt::format(
        "{} of matrices 0 to {}, seed {}, loads included: every net of the netlist in Icarus, "
        "without glitches",
        demand_class, std::min(o.matrices, kMostPowerMatrices) - 1, o.seed);
  }
  // Only figures of 180 nm are scaled.
  std::optional<Range> clock() const {
    return cells.library.node_nm == kScaledFrom ? std::optional(clock_16nm_ns(cost.clock_ns))
                                                : std::nullopt;
  }
  std::optional<Range> area() const {
    return cells.library.node_nm == kScaledFrom ? std::optional(area_16nm_mm2(cost.area_um2))
                                                : std::nullopt;
  }
};

std::optional<double> low(const std::optional<Range>& range, double factor = 1) {
  return range ? std::optional(range->low * factor) : std::nullopt;
}
std::optional<double> high(const std::optional<Range>& range, double factor = 1) {
  return range ? std::optional(range->high * factor) : std::nullopt;
}

using M = report::Metric<SynthRow>;

std::vector<M> cost_metrics() {
  using R = SynthRow;
  using C = CoreCost;
  const auto of = [](auto member) { return [member](const R& r) { return r.cost.*member; }; };
  return {
      M(
          "library", Unit::text, [](const R& r) { return r.cells.library.name; },
          "Standard cells."),
      M(
          "corner", Unit::text, [](const R& r) { return r.cells.corner; },
          "tt, ss or ff: of the library."),
      M("area_um2", Unit::um2, of(&C::area_um2), "Area of its cells."),
      M("clock_ns", Unit::ns, of(&C::clock_ns), "Its critical path."),
      M("hold_slack_ns", Unit::ns, of(&C::hold_slack_ns),
        "Least, with an ideal clock; below 0 a path is too fast."),
      M("worst_slew_ns", Unit::ns, of(&C::worst_slew_ns), "Slowest edge on any net."),
      M("cells", Unit::count, of(&C::cells), "Cells, flip-flops included."),
      M("flip_flops", Unit::count, of(&C::flip_flops), "Flip-flops."),
      M(
          "synthesised", Unit::text, [](const R& r) { return r.cost.whole ? "whole" : "slices"; },
          "whole, or from slices (docs/cores.md)."),
      M(
          "area_16nm_lo_mm2", Unit::mm2, [](const R& r) { return low(r.area()); },
          "Scaled from 180 to 16 nm, the small end."),
      M(
          "area_16nm_hi_mm2", Unit::mm2, [](const R& r) { return high(r.area()); },
          "The large end."),
      M(
          "clock_16nm_lo_ns", Unit::ns, [](const R& r) { return low(r.clock()); },
          "Scaled from 180 to 16 nm, the fast end."),
      M(
          "clock_16nm_hi_ns", Unit::ns, [](const R& r) { return high(r.clock()); },
          "The slow end."),
  };
}

template <class Get>
M placed_metric(const char* key, Unit unit, Get get, const char* doc) {
  return M(
      key, unit,
      [get](const SynthRow& r) -> std::optional<double> {
        return r.cost.placed ? std::optional<double>(get(*r.cost.placed)) : std::nullopt;
      },
      doc);
}

std::vector<M> placed_metrics() {
  using P = PlacedFigures;
  return {placed_metric(
              "placed_clock_ns", Unit::ns, [](const P& p) { return p.clock_ns; },
              "With --placed: its critical path, with the capacitance of wires."),
          placed_metric(
              "placed_area_um2", Unit::um2, [](const P& p) { return p.core_um2; },
              "Of the rows of cells."),
          placed_metric(
              "utilisation", Unit::ratio, [](const P& p) { return p.utilisation; },
              "Cells of the rows."),
          placed_metric(
              "wire_mm", Unit::any, [](const P& p) { return p.wire_um * 1e-3; },
              "Length of all routed wires."),
          placed_metric(
              "wire_pf", Unit::any, [](const P& p) { return p.wire_pf; }, "Their capacitance.")};
}

// No key where power was not asked for, null where the library does not say it.
template <class Get>
M power_metric(const char* key, Unit unit, Get get, const char* doc) {
  return M(
      key, unit,
      [get](const SynthRow& r) -> std::optional<report::Row> {
        if (!r.power) return std::nullopt;
        const std::optional<double> value = get(r);
        return value ? report::Row(*value) : report::Row();
      },
      doc);
}

std::vector<M> power_metrics() {
  using R = SynthRow;
  const auto of = [](std::optional<double> PowerPerGhz::*pj) {
    return [pj](const R& r) { return r.milliwatts(pj); };
  };
  return {power_metric(
              "power_mw", Unit::any, [](const R& r) { return r.total_mw(); },
              "At its clock, with --power: internal, switching and leakage. Null if one is."),
          power_metric("power_internal_mw", Unit::any, of(&PowerPerGhz::internal_pj),
                       "Inside cells; null where the library has no internal_power."),
          power_metric("power_switching_mw", Unit::any, of(&PowerPerGhz::switching_pj),
                       "To charge the pins of cells, those of the clock included."),
          power_metric("power_clock_mw", Unit::any, of(&PowerPerGhz::clock_pj),
                       "Of both: the clock's net, and registers at its edges."),
          power_metric(
              "power_leakage_mw", Unit::any, [](const R& r) { return r.power->leakage_mw; },
              "Of cells at rest; null where the library does not say."),
          power_metric(
              "energy_per_decision_j", Unit::j,
              [](const R& r) -> std::optional<double> {
                const auto mw = r.total_mw();
                return mw ? std::optional(*mw * 1e-3 * r.cycles() * r.cost.clock_ns * 1e-9)
                          : std::nullopt;
              },
              "power_mw over time_us."),
          M(
              "power_activity", Unit::text,
              [](const R& r) { return r.power ? std::optional(r.activity()) : std::nullopt; },
              "How toggles were found.")};
}

std::vector<M> joined(std::vector<M> all, const std::vector<std::vector<M>>& parts) {
  for (const std::vector<M>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const report::MetricTable<SynthRow>& core_metrics() {
  using R = SynthRow;
  using D = Decision;
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
             "S, wave fronts a clock; not of shift and few."),
           M("shape", Unit::text, &R::shape, "Values of the ports' digits, of shift and choose."),
           M("demand_class", Unit::text, &R::demand_class,
             "Class of the demands on which clocks are counted.")},
          {cost_metrics(),
           {M("load_cycles", Unit::cycles, of(&D::load_cycles), "Clocks to load a demand."),
            M("cycles_mean", Unit::cycles, of(&D::cycles_mean), "From start to done."),
            M("efficiency_mean", Unit::ratio, of(&D::efficiency_mean), "Largest line sum / slots."),
            M(
                "time_us", Unit::us, [](const R& r) { return r.cycles() * r.cost.clock_ns * 1e-3; },
                "One decision, load included."),
            M(
                "time_16nm_lo_us", Unit::us,
                [](const R& r) { return low(r.clock(), r.cycles() * 1e-3); },
                "At 16 nm, the fast end."),
            M(
                "time_16nm_hi_us", Unit::us,
                [](const R& r) { return high(r.clock(), r.cycles() * 1e-3); }, "The slow end.")},
           power_metrics()}),
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
           placed_metrics(),
           {M(
               "cycles_mean", Unit::cycles, [](const R&) { return 1; },
               "A matching, or a word, per clock.")}}),
      report::Columns::all);
  return table;
}

const report::MetricTable<SynthRow>& user_metrics() {
  using R = SynthRow;
  static const report::MetricTable<R> table(
      "", "A module of the user's (--rtl), or a placed diagonal.",
      joined({M(
                 "top", Unit::text, [](const R& r) { return r.top; }, "The module.")},
             {cost_metrics(), placed_metrics()}),
      report::Columns::all);
  return table;
}

// What is not a decomposition: synthesised whole, one row for each way of building it.
struct Variant {
  std::string name;
  Design design;
  std::optional<int> width;
  std::optional<bool> rotate;
};

std::vector<Variant> variants_of(const SynthOptions& o) {
  constexpr int width = 32;
  const auto placed = [&](Design design) {
    design.placed = o.placed;
    return design;
  };
  if (o.core == "crossbar") {
    return {{"width-32", placed(crossbar_design(o.ports, width, o.bits)), width, {}}};
  }
  return {{"rotate-false", placed(slot_arbiter_design(o.ports, false)), {}, false},
          {"rotate-true", placed(slot_arbiter_design(o.ports, true)), {}, true}};
}

verify::Cases cases_of(const SynthOptions& o, const std::string& demand_class) {
  return {o.matrices, o.seed, demand::demand_class(demand_class)};
}

// Those of whose power is asked.
std::vector<Workload> workloads_of(const SynthOptions& o, const CoreShape& shape) {
  std::vector<Workload> all;
  for (const std::string& name : o.demand_classes) {
    if (o.power) all.push_back(workload_of(shape, cases_of(o, name), o.top_offset));
  }
  return all;
}

void add_core_rows(const SynthOptions& o, const Cells& cells, const SynthSink& sink) {
  const Method method = o.whole ? Method::whole : Method::automatic;
  const std::vector<CoreShape> shapes = shapes_of(o);
  std::vector<Design> designs;
  std::vector<std::vector<Workload>> workloads;
  for (const CoreShape& shape : shapes) {
    workloads.push_back(workloads_of(o, shape));
    for (Design& d : designs_of(shape, method, workloads.back())) designs.push_back(std::move(d));
  }
  synthesise_all(designs, cells, o.threads);
  for (std::size_t built_as = 0; built_as < shapes.size(); ++built_as) {
    const CoreShape& shape = shapes[built_as];
    const CoreCost cost = cost_of(shape, method, cells, workloads[built_as]);
    std::optional<int> s;
    std::optional<std::string> digits;
    if (o.has_digits()) digits = text_of(digits_of(shape));
    if (o.has_diagonals()) s = shape.diagonals_per_clock;
    const std::string built =
        (s ? fmt::format("-s{}", *s) : "") + (digits ? "-" + *digits : std::string());
    sink.cost(fmt::format("{}-n{}-b{}{}", o.core, o.ports, o.bits, built), cost);
    for (std::size_t c = 0; c < o.demand_classes.size(); ++c) {
      SynthRow row{o, cells, cost, s, digits, o.demand_classes[c], {}, {}, {}};
      row.decision = decide(shape, cases_of(o, row.demand_class), o.top_offset);
      if (o.power) row.power = cost.powers.at(c);
      if (row.power && !row.power->unknown.empty() && c == 0) {
        spdlog::warn("{} has no {}: that power is null", cells.library.name, row.power->unknown);
      }
      sink.row(core_metrics()(row));
    }
  }
}

void add_whole_rows(const SynthOptions& o, const Cells& cells, const SynthSink& sink) {
  const std::vector<Variant> variants = variants_of(o);
  std::vector<Design> designs;
  for (const Variant& variant : variants) designs.push_back(variant.design);
  synthesise_all(designs, cells, o.threads);
  for (const Variant& variant : variants) {
    const CoreCost cost = cost_of(variant.design, cells);
    sink.cost(fmt::format("{}-n{}-{}", o.core, o.ports, variant.name), cost);
    sink.row(whole_metrics()({o, cells, cost, {}, {}, "", {}, variant.width, variant.rotate}));
  }
}

}  // namespace

void synthesise_rows(const SynthOptions& o, const Cells& cells, const SynthSink& sink) {
  if (o.is_placed_diagonal()) {
    Design diagonal = ladder_diagonal_design(shapes_of(o).front());
    diagonal.placed = true;
    return synthesise_row(diagonal, cells, sink);
  }
  (o.kind() ? add_core_rows : add_whole_rows)(o, cells, sink);
}

void synthesise_row(const Design& design, const Cells& cells, const SynthSink& sink) {
  synthesise_all({design}, cells, 1);
  const CoreCost cost = cost_of(design, cells);
  const SynthOptions none;
  sink.cost(design.top, cost);
  sink.row(user_metrics()({none, cells, cost, {}, {}, "", {}, {}, {}, design.top}));
}

std::vector<report::RowKind> synth_rows() {
  return {core_metrics().kind(), whole_metrics().kind(), user_metrics().kind()};
}

std::string synth_picture(const SynthOptions& o, const report::Result& result) {
  const bool scaled = result.rows()[0].contains("time_16nm_lo_us");
  report::LineChart chart{
      fmt::format("{}: one decision, load included, {} ports, {} bits", o.core, o.ports, o.bits),
      "diagonals per clock S",
      scaled ? "time at 16 nm (us)" : "time (us)",
      false,
      {}};
  for (const std::string& demand_class : o.demand_classes) {
    for (const char* key :
         scaled ? std::vector{"time_16nm_lo_us", "time_16nm_hi_us"} : std::vector{"time_us"}) {
      report::Line line{scaled ? fmt::format("{} {}", demand_class, std::string(key).substr(10, 2))
                               : demand_class,
                        {}};
      for (const report::Row& row : result.rows()) {
        if (row["demand_class"] != demand_class) continue;
        line.points.emplace_back(row["diagonals_per_clock"].get<double>(), row[key].get<double>());
      }
      chart.lines.push_back(line);
    }
  }
  return report::svg(chart);
}

}  // namespace jacquard::synth
