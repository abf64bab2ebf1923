// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/packet_bench.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/statistics.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/bench/event_baselines.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::bench {
namespace {

constexpr int kPorts = 16;
constexpr int kMostPorts = 128;  // an all-to-all takes a minute there
constexpr int kRuns = 5;
constexpr base::Bytes kIncastBytes{16'000'000};
constexpr std::int64_t kKernelEvents = 2'000'000;
constexpr int kSourcesPerPort = 4;  // uplink, its arrivals, downlink, its arrivals

struct Scenario {
  std::string name;
  std::vector<demand::Flow> flows;
};

std::vector<Scenario> scenarios(int ports, std::uint64_t seed) {
  Scenario incast{"incast", {}};
  for (int i = 0; i + 1 < ports; ++i) {
    incast.flows.push_back({i, ports - 1, kIncastBytes, base::Picoseconds{0}});
  }
  const auto matrix = demand::generate(demand::DemandClass::moe, ports, seed, 0);
  return {incast, {"moe", demand::flows_of(matrix)}};
}

std::int64_t total_bytes(const std::vector<demand::Flow>& flows) {
  std::int64_t total = 0;
  for (const demand::Flow& flow : flows) total += flow.size.count();
  return total;
}

struct PacketRow {
  std::string scenario;
  int ports;
  std::size_t flows;
  systemc::PacketOutcome first;
  int runs;
  double seconds, heap, kernel;  // of a run; events a second of a heap, of the bare kernel
  bool valid;

  double events() const { return static_cast<double>(first.events) / seconds; }
};

const report::MetricTable<PacketRow>& metrics() {
  using R = PacketRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench packet: runs of a packet fabric.",
      {
          M("scenario", Unit::text, &R::scenario, "What is sent: incast, or a matrix of moe."),
          M("ports", Unit::count, &R::ports, "Ports of the switch."),
          M("flows", Unit::count, &R::flows, "Flows of the scenario."),
          M(
              "completion_ps", Unit::ps, [](const R& r) { return r.first.completion; },
              "Simulated time to the last byte."),
          M(
              "data_packets", Unit::count, [](const R& r) { return r.first.data_packets; },
              "Data packets sent."),
          M(
              "events", Unit::count, [](const R& r) { return r.first.events; }, "Events of a run."),
          M("runs", Unit::count, &R::runs, "Runs of which the median counts."),
          M(
              "packets_per_wall_s", Unit::per_s,
              [](const R& r) { return static_cast<double>(r.first.data_packets) / r.seconds; },
              "Data packets a second."),
          M("events_per_wall_s", Unit::per_s, &R::events, "Events a second."),
          M("heap_events_per_wall_s", Unit::per_s, &R::heap,
            "Events a second of a binary heap alone."),
          M(
              "heap_wall_ratio", Unit::ratio, [](const R& r) { return r.events() / r.heap; },
              "Ours / the heap's."),
          M("kernel_events_per_wall_s", Unit::per_s, &R::kernel,
            "Events a second of the bare SystemC kernel."),
          M(
              "kernel_wall_ratio", Unit::ratio, [](const R& r) { return r.events() / r.kernel; },
              "Ours / the kernel's."),
          M("valid", Unit::flag, &R::valid,
            "All runs agree, nothing is dropped, all is delivered."),
      },
      report::Columns::all);
  return table;
}

PacketRow bench_scenario(const Scenario& scenario, int ports, const BenchOptions& options) {
  systemc::PacketConfig config;
  config.ports = ports;
  systemc::PacketRunOptions run;
  run.seed = options.seed;
  std::vector<double> times;
  systemc::PacketOutcome first;
  bool valid = true;
  const int runs = options.repeat > 0 ? options.repeat : kRuns;
  for (int i = 0; i < runs; ++i) {
    spdlog::info("bench packet: {} ports, {}, run {} of {}", ports, scenario.name, i + 1, runs);
    const double start = tool::thread_ms();
    auto outcome = systemc::simulate_packets(config, scenario.flows, run);
    times.push_back(std::max(tool::thread_ms() - start, 1e-6) * 1e-3);
    if (i == 0) first = std::move(outcome);
    valid = valid &&
            (i == 0 || (outcome.completion == first.completion && outcome.events == first.events));
  }
  std::sort(times.begin(), times.end());
  const double seconds = base::percentile(times, 0.5);
  const double heap = heap_events_per_s(kSourcesPerPort * ports, first.events);
  const double kernel =
      kernel_events_per_s(kSourcesPerPort * ports, std::min(first.events, kKernelEvents));
  valid = valid && first.drops == 0 && first.bytes_delivered.count() == total_bytes(scenario.flows);
  return {scenario.name, ports, scenario.flows.size(), std::move(first), runs, seconds, heap,
          kernel,        valid};
}

}  // namespace

void bench_packet(const BenchOptions& options, const TakeRow& take) {
  for (const int ports : options.ports.empty() ? std::vector<int>{kPorts} : options.ports) {
    if (ports < 2 || ports > kMostPorts) {
      throw base::ConfigError({"--ports", "", "ports of a star, 2.." + std::to_string(kMostPorts),
                               std::to_string(ports), ""});
    }
  }
  for (const int ports : options.ports.empty() ? std::vector<int>{kPorts} : options.ports) {
    for (const Scenario& scenario : scenarios(ports, options.seed)) {
      take(metrics()(bench_scenario(scenario, ports, options)));
    }
  }
}

std::vector<report::RowKind> packet_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
