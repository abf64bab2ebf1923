// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/fabric_bench.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/bench/event_baselines.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/run_case.hpp"

namespace jacquard::bench {
namespace {

using experiment::Case;
using experiment::CaseRunner;
using experiment::TrafficItem;
using systemc::RunFigures;

constexpr int kPorts = 16;
constexpr int kMostPorts = 64;  // of a core
constexpr std::int64_t kKernelEvents = 2'000'000;

TrafficItem matrix_of(int ports, std::uint64_t seed) {
  auto demand = demand::generate(demand::DemandClass::moe, ports, seed, 0);
  auto flows = demand::flows_of(demand);
  return {"moe", "moe", 0, std::move(demand), std::move(flows), true};
}

Case case_of(int ports, const char* scheduler, experiment::SchedulerKind kind) {
  Case c{scheduler, &experiment::fabric_kind("circuit"), "", {}};
  c.config.fabric.ports = ports;
  c.config.scheduler.name = scheduler;
  c.config.scheduler.kind = kind;
  return c;
}

// Clocks of one decision, which the golden model knows.
std::int64_t clocks_of(const Case& c, const TrafficItem& item) {
  const auto circuit = experiment::circuit_of(c.config, 1);
  const auto carried = systemc::with_acknowledgements(item.demand, circuit.framing);
  const auto quanta = quantise(carried, experiment::counting_of(c.config, circuit));
  const auto core =
      schedule::make_golden_core(core_shape(c.config.scheduler, c.config.fabric.ports));
  schedule::CoreInputs options;
  options.top_offset = c.config.scheduler.options.top_offset;
  const schedule::CoreRun run = run_core(*core, quanta, options);
  return run.load_cycles + 1 + run.cycles;
}

struct FabricRow {
  std::string scheduler;
  const char* kind;
  int ports;
  RunFigures figures;
  double ms, kernel;  // of a run; events a second of the bare kernel
  std::optional<std::int64_t> clocks;
  bool valid;

  double seconds() const { return ms * 1e-3; }
  double events() const { return static_cast<double>(figures.events) / seconds(); }
};

systemc::CircuitFigures circuit_of(const FabricRow& row) {
  return systemc::own_figures<systemc::CircuitFigures>(row.figures);
}

const report::MetricTable<FabricRow>& metrics() {
  using R = FabricRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench fabric: runs of a circuit fabric.",
      {
          M("scheduler", Unit::text, &R::scheduler, "Which scheduler decides."),
          M("kind", Unit::text, &R::kind, "software, or rtl: Verilated, in the loop."),
          M("ports", Unit::count, &R::ports, "Ports of the fabric."),
          M(
              "permutations", Unit::count, [](const R& r) { return circuit_of(r).permutations; },
              "Settings."),
          M(
              "completion_ps", Unit::ps, [](const R& r) { return r.figures.completion; },
              "Simulated time to the last byte."),
          M(
              "events", Unit::count, [](const R& r) { return r.figures.events; },
              "Events of a run."),
          M("run_wall_ms", Unit::ms, &R::ms, "Fastest run."),
          M("events_per_wall_s", Unit::per_s, &R::events, "Events a second."),
          M("kernel_events_per_wall_s", Unit::per_s, &R::kernel,
            "Events a second of the bare SystemC kernel."),
          M(
              "kernel_wall_ratio", Unit::ratio, [](const R& r) { return r.events() / r.kernel; },
              "Ours / the kernel's."),
          M("valid", Unit::flag, &R::valid, "Everything is delivered; RTL and its model agree."),
          M("clocks", Unit::count, &R::clocks, "Clocks of a decision in RTL."),
          M(
              "clocks_per_wall_s", Unit::per_s,
              [](const R& r) {
                return r.clocks
                           ? std::optional<double>(static_cast<double>(*r.clocks) / r.seconds())
                           : std::nullopt;
              },
              "Of the whole run, in RTL."),
      },
      report::Columns::all);
  return table;
}

FabricRow bench_case(const Case& c, const TrafficItem& item, const BenchOptions& options) {
  spdlog::info("bench fabric: {} ports, {}", item.demand.ports(), c.fabric);
  CaseRunner runner(c, options.seed);
  const bool rtl = c.config.scheduler.kind == experiment::SchedulerKind::rtl;
  FabricRow row{c.fabric, rtl ? "rtl" : "software", item.demand.ports(), {}, 0, 0, {}, false};
  row.ms = std::max(
      tool::best_ms(options.repeat, [&] { row.figures = runner.run(item, options.seed); }), 1e-6);
  row.kernel = kernel_events_per_s(3 * item.demand.ports() + 1, kKernelEvents);
  row.valid = row.figures.bytes_delivered == row.figures.bytes_asked;
  return row;
}

}  // namespace

void bench_fabric(const BenchOptions& options, const TakeRow& take) {
  const std::vector<int> all = options.ports.empty() ? std::vector<int>{kPorts} : options.ports;
  for (const int ports : all) {
    if (ports > kMostPorts) {
      throw base::ConfigError({"--ports", "", "ports of a core, 1.." + std::to_string(kMostPorts),
                               std::to_string(ports), ""});
    }
  }
  for (const int ports : all) {
    const TrafficItem item = matrix_of(ports, options.seed);
    const auto software = experiment::SchedulerKind::software;
    take(metrics()(bench_case(case_of(ports, "exact", software), item, options)));
    const FabricRow model = bench_case(case_of(ports, "ladder", software), item, options);
    take(metrics()(model));
    const Case in_loop = case_of(ports, "ladder", experiment::SchedulerKind::rtl);
    FabricRow rtl = bench_case(in_loop, item, options);
    rtl.clocks = clocks_of(in_loop, item);
    rtl.valid = rtl.valid && rtl.figures.completion == model.figures.completion &&
                circuit_of(rtl).schedule_hash == circuit_of(model).schedule_hash;
    take(metrics()(rtl));
  }
}

std::vector<report::RowKind> fabric_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
