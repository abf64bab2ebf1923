// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/arbiter_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/schedule/arrivals/published.hpp"
#include "jacquard/schedule/arrivals/simulate.hpp"

namespace jacquard::studies {
namespace {

using schedule::Pattern;

constexpr std::int64_t kSaturationSlots = 20'000;

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
                     "closed form, docs/schedulers.md"};
  }
  return Reference{"throughput", 1, "closed form, docs/schedulers.md"};
}

int iterations_of(const ArbiterLoadOptions& o, const std::string& arbiter) {
  if (arbiter != "islip" && arbiter != "qps") return 1;
  if (o.iterations > 0) return o.iterations;
  return schedule::find_arbiter(arbiter).default_iterations(o.ports);
}

std::unique_ptr<schedule::Arbiter> arbiter_of(const ArbiterLoadOptions& o,
                                              const ArbiterLoadPoint& p, std::uint64_t seed) {
  schedule::ArbiterOptions how;
  how.iterations = o.iterations;
  how.seed = seed;
  how.stream = p.load_index.value_or(o.loads.size());
  return schedule::make_arbiter(schedule::find_arbiter(p.arbiter), o.ports, how);
}

struct LoadRow {
  const ArbiterLoadOptions& o;
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

report::Printed saturated_row(const ArbiterLoadOptions& o, const ArbiterLoadPoint& p,
                              std::uint64_t seed) {
  const auto arbiter = arbiter_of(o, p, seed);
  LoadRow row{o, p.arbiter, iterations_of(o, p.arbiter), 0, 0, {}, {}, {}};
  // A few times N slots let iSLIP's pointers drift apart.
  row.measures.throughput =
      schedule::saturation_throughput(*arbiter, o.ports, 4 * o.ports, kSaturationSlots);
  row.reference = reference_saturated(p.arbiter, o.ports, row.iterations);
  return saturation_metrics()(row);
}

report::Printed load_row(const ArbiterLoadOptions& o, const ArbiterLoadPoint& p,
                         std::uint64_t seed) {
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

}  // namespace

std::vector<ArbiterLoadPoint> arbiter_load_points(const ArbiterLoadOptions& o) {
  std::vector<std::string> names;
  if (o.arbiter == "all") {
    names = {"wwfa", "islip", "qps", kOutputQueued};
  } else {
    if (o.arbiter != kOutputQueued) schedule::find_arbiter(o.arbiter);
    names = {o.arbiter};
  }
  std::vector<ArbiterLoadPoint> points;
  for (const std::string& name : names) {
    for (std::size_t k = 0; k < o.loads.size(); ++k) points.push_back({name, k});
  }
  for (const std::string& name : names) {
    if (name != kOutputQueued) points.push_back({name, std::nullopt});
  }
  return points;
}

report::Printed arbiter_load_row(const ArbiterLoadOptions& o, const ArbiterLoadPoint& p,
                                 std::uint64_t seed) {
  return p.load_index ? load_row(o, p, seed) : saturated_row(o, p, seed);
}

std::vector<report::RowKind> arbiter_load_rows() {
  return {load_metrics().kind(), saturation_metrics().kind()};
}

std::string arbiter_load_picture(const ArbiterLoadOptions& o, const report::Result& result) {
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

}  // namespace jacquard::studies
