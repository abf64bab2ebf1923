// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/rtl_bench.hpp"

#include <algorithm>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::bench {
namespace {

using schedule::Core;
using schedule::CoreKind;
using schedule::CoreShape;

constexpr int kBits = 8;
constexpr int kDiagonalsPerClock = 4;
constexpr int kDemands = 8;

std::vector<demand::QuantaMatrix> demands(int ports, std::uint64_t seed) {
  const verify::Cases cases{kDemands, seed, demand::DemandClass::moe};
  std::vector<demand::QuantaMatrix> all;
  for (int i = 0; i < kDemands; ++i) all.push_back(verify::demand_of_case(cases, i, ports, kBits));
  return all;
}

double clocks_per_s(Core& core, const std::vector<demand::QuantaMatrix>& all, int repeat) {
  std::int64_t clocks = 0;
  const double ms = tool::best_ms(repeat, [&] {
    clocks = 0;
    for (const demand::QuantaMatrix& demand : all) {
      const schedule::CoreRun run = run_core(core, demand, {});
      clocks += run.load_cycles + run.cycles + 1;
    }
  });
  return static_cast<double>(clocks) / std::max(ms, 1e-6) * 1e3;
}

struct RtlRow {
  CoreShape shape;
  double model, golden, lockstep;  // clocks a second
  bool valid;
};

const report::MetricTable<RtlRow>& metrics() {
  using R = RtlRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench rtl: a Verilated core.",
      {
          M(
              "core", Unit::text, [](const R& r) { return schedule::name_of(r.shape.kind); },
              "Which core."),
          M(
              "ports", Unit::count, [](const R& r) { return r.shape.ports; },
              "Ports of the switch."),
          M(
              "bits", Unit::count, [](const R& r) { return r.shape.bits; },
              "Width of a demand counter."),
          M(
              "diagonals_per_clock", Unit::count,
              [](const R& r) { return r.shape.diagonals_per_clock; }, "S, wave fronts a clock."),
          M("model_clocks_per_wall_s", Unit::per_s, &R::model, "Clocks a second of the RTL."),
          M("golden_clocks_per_wall_s", Unit::per_s, &R::golden,
            "Clocks a second of its C++ model."),
          M("lockstep_clocks_per_wall_s", Unit::per_s, &R::lockstep,
            "Clocks a second of both, compared."),
          M(
              "lockstep_wall_ratio", Unit::ratio, [](const R& r) { return r.lockstep / r.model; },
              "Both / the RTL alone."),
          M("valid", Unit::flag, &R::valid, "No output differed."),
      },
      report::Columns::all);
  return table;
}

RtlRow bench_core(CoreKind kind, int ports, const BenchOptions& options) {
  const CoreShape shape{kind, ports, kBits, std::min(kDiagonalsPerClock, ports)};
  const auto all = demands(ports, options.seed);
  const auto golden = schedule::make_golden_core(shape);
  const auto model = rtl::make_rtl_core(shape, static_cast<std::uint32_t>(options.seed));
  const double model_speed = clocks_per_s(*model, all, options.repeat);
  const double golden_speed = clocks_per_s(*golden, all, options.repeat);
  golden->reset();
  model->reset();
  schedule::Lockstep both(*golden, *model);
  const double lockstep_speed = clocks_per_s(both, all, options.repeat);
  return {shape, model_speed, golden_speed, lockstep_speed, !both.difference()};
}

}  // namespace

void bench_rtl(const BenchOptions& options, const TakeRow& take) {
  const std::vector<int> sizes = options.ports.empty() ? std::vector<int>{64} : options.ports;
  for (const int ports : sizes) {
    if (ports < 1 || ports > base::kWordBits) {
      throw base::ConfigError({"--ports", "", "a core's ports, 1..64", std::to_string(ports), ""});
    }
    for (const CoreKind kind : {CoreKind::unit, CoreKind::ladder}) {
      take(metrics()(bench_core(kind, ports, options)));
    }
  }
}

std::vector<report::RowKind> rtl_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
