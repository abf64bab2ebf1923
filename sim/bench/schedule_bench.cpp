// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/schedule_bench.hpp"

#include <spdlog/spdlog.h>

#include <optional>
#include <string>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/bvn/exact.hpp"
#include "jacquard/schedule/bvn/maximal.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/bench/baselines.hpp"
#include "sim/tool/peak_bytes.hpp"

namespace jacquard::bench {
namespace {

using demand::QuantaMatrix;
using schedule::Schedule;

constexpr int kLargePorts = 1024;

struct Measured {
  double ms = 0;
  bool valid = true;
};

QuantaMatrix dense_uniform(int ports, std::uint64_t seed) {
  return quantise(demand::generate(demand::DemandClass::uniform, ports, seed, 0), {});
}

bool is_exact(const QuantaMatrix& demand, const Schedule& schedule) {
  return schedule::check(demand, schedule).valid && schedule.slots() == demand.largest_line_sum();
}

template <class Run, class Accept>
Measured measure(const char* what, const QuantaMatrix& demand, int repeat, Run&& run,
                 Accept&& accept) {
  spdlog::info("bench schedule: {} ports, {}", demand.ports(), what);
  Measured measured{0, accept(demand, run())};  // the first run is not timed: it warms the caches
  measured.ms = tool::best_ms(repeat, run);
  return measured;
}

struct ScheduleRow {
  const char* kind;
  int ports = 0;
  std::optional<double> exact_ms{}, scratch_ms{}, bitset_scratch_ms{}, maximal_ms{}, greedy_ms{};
  std::optional<std::int64_t> peak_memory_bytes{};
  bool valid = false;
};

std::optional<double> over(std::optional<double> baseline, std::optional<double> ours) {
  return baseline && ours ? std::optional<double>(*baseline / *ours) : std::nullopt;
}

const report::MetricTable<ScheduleRow>& metrics() {
  using R = ScheduleRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench schedule: decompositions of a dense demand; null is not measured.",
      {
          M("row_kind", Unit::text, &R::kind, "size, or large: exact alone."),
          M("ports", Unit::count, &R::ports, "Ports of the demand."),
          M("exact_ms", Unit::ms, &R::exact_ms, "Exact, incremental.").or_null(),
          M("scratch_ms", Unit::ms, &R::scratch_ms, "Exact by Hopcroft-Karp from scratch.")
              .or_null(),
          M(
              "exact_ratio", Unit::ratio, [](const R& r) { return over(r.scratch_ms, r.exact_ms); },
              "scratch_ms / exact_ms.")
              .or_null(),
          M("bitset_scratch_ms", Unit::ms, &R::bitset_scratch_ms, "Exact by bit sets from scratch.")
              .or_null(),
          M(
              "exact_ratio_bitset", Unit::ratio,
              [](const R& r) { return over(r.bitset_scratch_ms, r.exact_ms); },
              "bitset_scratch_ms / exact_ms.")
              .or_null(),
          M("maximal_ms", Unit::ms, &R::maximal_ms, "Maximal, incremental.").or_null(),
          M("greedy_ms", Unit::ms, &R::greedy_ms, "Maximal by scanning anew.").or_null(),
          M(
              "maximal_ratio", Unit::ratio,
              [](const R& r) { return over(r.greedy_ms, r.maximal_ms); }, "greedy_ms / maximal_ms.")
              .or_null(),
          M("peak_memory_bytes", Unit::bytes, &R::peak_memory_bytes,
            "Most memory the process held."),
          M("valid", Unit::flag, &R::valid,
            "The checker accepts all; exact took the fewest slots."),
      },
      report::Columns::all);
  return table;
}

// Measured first, while the peak is this decomposition's and no other's.
ScheduleRow large_row(const BenchOptions& options) {
  spdlog::info("bench schedule: {} ports, exact", kLargePorts);
  const QuantaMatrix demand = dense_uniform(kLargePorts, options.seed);
  ScheduleRow row{"large", kLargePorts};
  row.exact_ms = tool::best_ms(options.repeat, [&] { return schedule::exact(demand, {}); });
  row.peak_memory_bytes = tool::peak_bytes();
  row.valid = is_exact(demand, schedule::exact(demand, {}));
  return row;
}

ScheduleRow size_row(int ports, const BenchOptions& options) {
  const QuantaMatrix demand = dense_uniform(ports, options.seed);
  const auto is_valid = [](const QuantaMatrix& d, const Schedule& s) {
    return schedule::check(d, s).valid;
  };
  const auto time = [&](const char* what, auto&& run, auto&& accept) {
    return measure(what, demand, options.repeat, run, accept);
  };
  ScheduleRow row{"size", ports};
  const Measured exact = time(
      "exact", [&] { return schedule::exact(demand, {}); }, is_exact);
  const Measured maximal = time(
      "maximal", [&] { return schedule::maximal(demand, {}); }, is_valid);
  row.exact_ms = exact.ms;
  row.maximal_ms = maximal.ms;
  row.valid = exact.valid && maximal.valid;
  if (ports > options.largest_baseline) return row;

  const Measured greedy = time(
      "greedy rescanned", [&] { return rescanned_greedy(demand); }, is_valid);
  const Measured bitset = time(
      "bit sets from scratch", [&] { return scratch_bitset(demand); }, is_exact);
  const Measured scratch = time(
      "Hopcroft-Karp from scratch", [&] { return scratch_hopcroft_karp(demand); }, is_exact);
  row.scratch_ms = scratch.ms;
  row.bitset_scratch_ms = bitset.ms;
  row.greedy_ms = greedy.ms;
  row.valid = exact.valid && maximal.valid && greedy.valid && bitset.valid && scratch.valid;
  return row;
}

}  // namespace

void bench_schedule(const BenchOptions& options, const TakeRow& take) {
  const bool chosen = !options.ports.empty();
  std::optional<ScheduleRow> large;
  if (!chosen) large = large_row(options);
  for (const int ports : chosen ? options.ports : std::vector<int>{16, 32, 64, 128, 256}) {
    take(metrics()(ports == kLargePorts && ports > options.largest_baseline
                       ? large_row(options)
                       : size_row(ports, options)));
  }
  if (large) take(metrics()(*large));
}

std::vector<report::RowKind> schedule_bench_rows() {
  return {report::named("size", metrics().kind()), report::named("large", metrics().kind())};
}

}  // namespace jacquard::bench
