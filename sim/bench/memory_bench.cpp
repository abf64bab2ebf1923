// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/memory_bench.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/config/find_config.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/bench/event_baselines.hpp"
#include "sim/bench/memory_runs.hpp"

namespace jacquard::bench {
namespace {

using memory::Fidelity;
using memory::MemoryConfig;

constexpr int kRefreshIntervals = 30;
constexpr int kRuns = 2;
constexpr std::int64_t kBursts = 1'000'000;
constexpr std::int64_t kKernelEvents = 1'000'000;

constexpr const char* kDevices[] = {"hbm3e_9200", "ddr5_5600"};

struct Mapping {
  const char* name;
  const char* mapping;
  double within;  // what docs/memory.md says of the error
};
constexpr Mapping kMappings[] = {{"group_low", "row-bank-column-group-channel", 0.05},
                                 {"group_high", "row-group-bank-column-channel", 0.1}};

MemoryConfig channel_of(const char* name) {
  MemoryConfig config = config::read_config(
      memory::memory_fields(),
      config::find_config(memory::kMemories, name, config::Place{"memory", ""}));
  config.organisation.channels = 1;
  return config;
}

template <class Run>
MemoryRun fastest(int repeat, Run&& run) {
  MemoryRun best = run();
  for (int i = 1; i < (repeat > 0 ? repeat : kRuns); ++i) best.ms = std::min(best.ms, run().ms);
  return best;
}

double per_s(const MemoryRun& run) {
  return static_cast<double>(run.bursts) / std::max(run.ms, 1e-6) * 1e3;
}

struct ModelRow {
  std::string memory, mapping, traffic;
  MemoryRun at, lt;
  double within;

  double error() const { return lt.fraction / at.fraction - 1; }
  bool valid() const { return std::abs(error()) <= within; }
};

const report::MetricTable<ModelRow>& model_metrics() {
  using R = ModelRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "memory_models", "bench memory: one channel by both models.",
      {
          M("memory", Unit::text, &R::memory, "Of configs/memories, one channel of it."),
          M("mapping", Unit::text, &R::mapping, "Where the bank group is in an address."),
          M("traffic", Unit::text, &R::traffic, "What is asked for."),
          M(
              "at_fraction", Unit::ratio, [](const R& r) { return r.at.fraction; },
              "Of the peak, command by command."),
          M(
              "lt_fraction", Unit::ratio, [](const R& r) { return r.lt.fraction; },
              "Of the peak, by booking."),
          M("lt_error", Unit::ratio, &R::error, "lt over at, less 1."),
          M(
              "at_bursts_per_wall_s", Unit::per_s, [](const R& r) { return per_s(r.at); },
              "Through TLM-2.0 in four phases."),
          M(
              "lt_bursts_per_wall_s", Unit::per_s, [](const R& r) { return per_s(r.lt); },
              "Through b_transport."),
          M(
              "lt_wall_ratio", Unit::ratio, [](const R& r) { return per_s(r.lt) / per_s(r.at); },
              "lt's speed over at's."),
          M("valid", Unit::flag, &R::valid,
            "lt is within 5 % of at, or 10 % with bank groups high."),
      },
      report::Columns::all);
  return table;
}

struct PartRow {
  std::string memory, part;
  double bursts = 0, kernel = 0, decodes = 0;  // a second
};

const report::MetricTable<PartRow>& part_metrics() {
  using R = PartRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "memory_parts", "bench memory: a stream of reads of 256 B, by part.",
      {
          M("memory", Unit::text, &R::memory, "Of configs/memories, one channel of it."),
          M("part", Unit::text, &R::part, "Which part, without what is around it."),
          M("bursts_per_wall_s", Unit::per_s, &R::bursts, "Bursts a second."),
          M(
              "kernel_wall_ratio", Unit::ratio, [](const R& r) { return r.bursts / r.kernel; },
              "Bursts over events that the bare SystemC kernel does meanwhile."),
          M(
              "decode_wall_ratio", Unit::ratio, [](const R& r) { return r.bursts / r.decodes; },
              "Bursts over addresses that are decoded meanwhile."),
      },
      report::Columns::all);
  return table;
}

void bench_models(const char* device, const BenchOptions& options, const TakeRow& take) {
  MemoryConfig config = channel_of(device);
  for (const Mapping& mapping : kMappings) {
    config.controller.mapping = mapping.mapping;
    for (const auto& traffic : memory_traffic_cases(config, kRefreshIntervals)) {
      const auto by = [&](Fidelity fidelity) {
        config.fidelity = fidelity;
        return fastest(options.repeat,
                       [&] { return run_through_tlm(config, traffic, options.seed); });
      };
      take(model_metrics()({device, mapping.name, traffic.name, by(Fidelity::at), by(Fidelity::lt),
                            mapping.within}));
    }
  }
}

void bench_parts(const char* device, const BenchOptions& options, const TakeRow& take) {
  MemoryConfig config = channel_of(device);
  const double kernel = kernel_events_per_s(1, kKernelEvents);
  const auto speed = [&](auto run) {
    return per_s(fastest(options.repeat, [&] { return run(config, kBursts); }));
  };
  const double decodes = speed(run_address_map);
  const MemoryTrafficCase stream = memory_traffic_cases(config, 8 * kRefreshIntervals).front();
  const auto through_tlm = [&](Fidelity fidelity) {
    config.fidelity = fidelity;
    return per_s(
        fastest(options.repeat, [&] { return run_through_tlm(config, stream, options.seed); }));
  };
  const auto row = [&](const char* part, double bursts) {
    take(part_metrics()({device, part, bursts, kernel, decodes}));
  };
  row("address_map", decodes);
  row("at_channel", speed(run_channel));
  row("at_tlm", through_tlm(Fidelity::at));
  row("lt_booking", speed(run_booking));
  row("lt_tlm", through_tlm(Fidelity::lt));
}

}  // namespace

void bench_memory(const BenchOptions& options, const TakeRow& take) {
  for (const char* device : kDevices) bench_models(device, options, take);
  for (const char* device : kDevices) bench_parts(device, options, take);
}

std::vector<report::RowKind> memory_bench_rows() {
  return {model_metrics().kind(), part_metrics().kind()};
}

}  // namespace jacquard::bench
