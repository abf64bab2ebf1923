// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/fabric_bench.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "sim/bench/event_baselines.hpp"
#include "sim/bench/stopwatch.hpp"
#include "sim/experiment/run_case.hpp"
#include "systemc/circuit/acknowledgements.hpp"

namespace jacquard::bench {
namespace {

using experiment::Case;
using experiment::CaseRunner;
using experiment::RunFigures;
using experiment::TrafficItem;

constexpr int kPorts = 16;
constexpr int kMostPorts = 64;  // of a core
constexpr std::int64_t kKernelEvents = 2'000'000;

TrafficItem matrix_of(int ports, std::uint64_t seed) {
  auto demand = demand::generate(demand::DemandClass::moe, ports, seed, 0);
  auto flows = demand::flows_of(demand);
  return {"moe", "moe", 0, std::move(demand), std::move(flows), true};
}

Case case_of(int ports, const char* scheduler, experiment::SchedulerKind kind) {
  Case c{scheduler, experiment::FabricKind::circuit, "", {}};
  c.config.fabric.ports = ports;
  c.config.scheduler.name = scheduler;
  c.config.scheduler.kind = kind;
  return c;
}

// Clocks of one decision, which the golden model knows.
std::int64_t clocks_of(const Case& c, const TrafficItem& item) {
  const auto circuit =
      systemc::resolve(c.config.circuit, experiment::basics_of(c.config.fabric), {}, 1);
  const auto carried = systemc::with_acknowledgements(item.demand, circuit.framing);
  const auto quanta = quantise(carried, experiment::counting_of(c.config, circuit));
  const auto core =
      schedule::make_golden_core(core_shape(c.config.scheduler, c.config.fabric.ports));
  schedule::CoreInputs options;
  options.top_offset = c.config.scheduler.options.top_offset;
  const schedule::CoreRun run = run_core(*core, quanta, options);
  return run.load_cycles + 1 + run.cycles;
}

report::Row bench_case(const Case& c, const TrafficItem& item, const BenchOptions& options,
                       RunFigures& figures) {
  spdlog::info("bench fabric: {} ports, {}", item.demand.ports(), c.fabric);
  CaseRunner runner(c, options.seed);
  const double ms =
      std::max(best_ms(options.repeat, [&] { figures = runner.run(item, options.seed); }), 1e-6);
  const double kernel = kernel_events_per_s(3 * item.demand.ports() + 1, kKernelEvents);
  const double events = static_cast<double>(figures.events) / (ms * 1e-3);
  report::Row row;
  row["scheduler"] = c.fabric;
  row["kind"] = c.config.scheduler.kind == experiment::SchedulerKind::rtl ? "rtl" : "software";
  row["ports"] = item.demand.ports();
  row["permutations"] = figures.permutations;
  row["completion_ps"] = figures.completion.count();
  row["events"] = figures.events;
  row["run_wall_ms"] = ms;
  row["events_per_wall_s"] = events;
  row["kernel_events_per_wall_s"] = kernel;
  row["kernel_wall_ratio"] = events / kernel;
  row["valid"] = figures.bytes_delivered == figures.bytes_asked;
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
    RunFigures model, rtl;
    RunFigures other;
    const auto software = experiment::SchedulerKind::software;
    take(bench_case(case_of(ports, "exact", software), item, options, other));
    take(bench_case(case_of(ports, "ladder", software), item, options, model));
    const Case in_loop = case_of(ports, "ladder", experiment::SchedulerKind::rtl);
    report::Row row = bench_case(in_loop, item, options, rtl);
    row["clocks"] = clocks_of(in_loop, item);
    row["clocks_per_wall_s"] = static_cast<double>(row["clocks"].get<std::int64_t>()) /
                               (row["run_wall_ms"].get<double>() * 1e-3);
    row["valid"] = row["valid"].get<bool>() && rtl.completion == model.completion &&
                   rtl.schedule_hash == model.schedule_hash;
    take(std::move(row));
  }
}

}  // namespace jacquard::bench
