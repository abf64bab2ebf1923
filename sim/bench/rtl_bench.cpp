// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/rtl_bench.hpp"

#include <algorithm>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/bench/stopwatch.hpp"
#include "sim/rtl/rtl_core.hpp"
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
  const double ms = best_ms(repeat, [&] {
    clocks = 0;
    for (const demand::QuantaMatrix& demand : all) {
      const schedule::CoreRun run = run_core(core, demand, {});
      clocks += run.load_cycles + run.cycles + 1;
    }
  });
  return static_cast<double>(clocks) / std::max(ms, 1e-6) * 1e3;
}

report::Row bench_core(CoreKind kind, int ports, const BenchOptions& options) {
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
  report::Row row;
  row["core"] = kind == CoreKind::unit ? "unit" : "ladder";
  row["ports"] = ports;
  row["bits"] = kBits;
  row["diagonals_per_clock"] = shape.diagonals_per_clock;
  row["model_clocks_per_wall_s"] = model_speed;
  row["golden_clocks_per_wall_s"] = golden_speed;
  row["lockstep_clocks_per_wall_s"] = lockstep_speed;
  row["lockstep_wall_ratio"] = lockstep_speed / model_speed;
  row["valid"] = !both.difference();
  return row;
}

}  // namespace

void bench_rtl(const BenchOptions& options, const TakeRow& take) {
  const std::vector<int> sizes = options.ports.empty() ? std::vector<int>{64} : options.ports;
  for (const int ports : sizes) {
    if (ports < 1 || ports > base::kWordBits) {
      throw base::ConfigError({"--ports", "", "a core's ports, 1..64", std::to_string(ports), ""});
    }
    for (const CoreKind kind : {CoreKind::unit, CoreKind::ladder}) {
      take(bench_core(kind, ports, options));
    }
  }
}

}  // namespace jacquard::bench
