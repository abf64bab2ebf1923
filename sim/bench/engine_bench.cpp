// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/engine_bench.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/engine/event/heap_queue.hpp"
#include "jacquard/engine/event/radix_queue.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/tool/stopwatch.hpp"

namespace jacquard::bench {
namespace {

using engine::EventEngine;

constexpr int kNpus = 1024;
constexpr int kMostNpus = 1 << 16;
constexpr int kPending = 1024;
constexpr std::int64_t kHolds = 4'000'000;
constexpr std::int64_t kBytes = std::int64_t{64} << 20;
constexpr int kChunks = 4;
constexpr base::BytesPerSecond kBandwidth{50e9};
constexpr std::uint64_t kLatency = 500'000;  // ps

// What was measured of one queue, and what tells whether the answers are the same.
struct Measured {
  double ms = 0;
  std::int64_t events = 0;
  std::uint64_t answer = 0;
};

struct EngineRow {
  std::string name;
  Measured ours, baseline;
};

const report::MetricTable<EngineRow>& metrics() {
  using R = EngineRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench engine: the event engine with a radix queue, against a heap.",
      {
          M("case", Unit::text, &R::name, "What is run."),
          M(
              "events", Unit::count, [](const R& r) { return r.ours.events; }, "Events of a run."),
          M(
              "wall_ms", Unit::ms, [](const R& r) { return r.ours.ms; }, "Fastest run."),
          M(
              "events_per_wall_s", Unit::per_s,
              [](const R& r) { return static_cast<double>(r.ours.events) / r.ours.ms * 1e3; },
              "Events a second."),
          M(
              "baseline_wall_ms", Unit::ms, [](const R& r) { return r.baseline.ms; },
              "Fastest run with the heap."),
          M(
              "baseline_wall_ratio", Unit::ratio,
              [](const R& r) { return r.baseline.ms / r.ours.ms; }, "baseline_wall_ms / wall_ms."),
          M(
              "valid", Unit::flag,
              [](const R& r) {
                return r.ours.answer == r.baseline.answer && r.ours.events == r.baseline.events;
              },
              "Both give the same answer."),
      },
      report::Columns::all);
  return table;
}

void add_row(const TakeRow& take, const std::string& name, const Measured& ours,
             const Measured& baseline) {
  take(metrics()({name, ours, baseline}));
}

// Takes the earliest of kPending events and puts it back up to `spread` later than `least`.
template <class Queue>
Measured hold(std::uint64_t least, std::uint64_t spread, const BenchOptions& options) {
  std::vector<std::uint64_t> delays(1 << 16);  // drawn before the clock starts
  base::Rng rng(options.seed, "bench engine");
  for (std::uint64_t& delay : delays) delay = least + (spread > 0 ? rng.below(spread) : 0);
  Measured measured;
  measured.events = kHolds;
  measured.ms = tool::best_ms(options.repeat, [&] {
    Queue queue;
    for (std::uint64_t i = 0; i < kPending; ++i) queue.push(delays[i], i);
    std::uint64_t event = 0;
    measured.answer = 0;
    for (std::size_t i = 0; i < kHolds; ++i) {
      queue.pop(event);
      measured.answer = measured.answer * 31 + event;
      queue.push(queue.now() + delays[i % delays.size()], event);
    }
  });
  return measured;
}

void bench_queue(const BenchOptions& options, const TakeRow& take) {
  using Radix = engine::RadixQueue<std::uint64_t>;
  using Heap = engine::HeapQueue<std::uint64_t>;
  spdlog::info("bench engine: queue");
  add_row(take, "queue", hold<Radix>(kLatency, 2 * kLatency, options),
          hold<Heap>(kLatency, 2 * kLatency, options));
  add_row(take, "queue, equal times", hold<Radix>(kLatency, 0, options),
          hold<Heap>(kLatency, 0, options));
}

Measured run(const engine::Scenario& scenario, EventEngine::Queue queue, int repeat) {
  const EventEngine engine(queue);
  Measured measured;
  measured.ms = tool::best_ms(repeat, [&] {
    const engine::Result found = engine.run(scenario);
    measured.events = found.events;
    measured.answer = static_cast<std::uint64_t>(found.time.count());
    for (const base::Picoseconds end : found.npu_ends) {
      measured.answer = measured.answer * 31 + static_cast<std::uint64_t>(end.count());
    }
  });
  return measured;
}

void bench_case(const std::string& name, const engine::Scenario& scenario,
                const BenchOptions& options, const TakeRow& take) {
  spdlog::info("bench engine: {}", name);
  add_row(take, name, run(scenario, EventEngine::Queue::radix, options.repeat),
          run(scenario, EventEngine::Queue::heap, std::max(options.repeat, 1)));
}

rounds::RoundGraph all_reduce(int npus, collective::Method method) {
  collective::CollectiveRequest request;
  request.shape = rounds::Shape({npus});
  request.algorithms = {{method, 0}};
  request.bytes = base::Bytes{kBytes};
  request.chunks = kChunks;
  return collective::generate(request);
}

// Every link 250 ns to 750 ns, and one NPU that begins 10 us late and takes half as long again.
engine::Disturbance random_latencies(int npus, std::uint64_t seed) {
  base::Rng rng(seed, "bench engine latencies");
  engine::Disturbance disturbance;
  for (int npu = 0; npu < npus; ++npu) {
    engine::Disturbance::Link link;
    link.from.npu = npu;
    link.to.npu = (npu + 1) % npus;
    link.latency = base::Picoseconds{kLatency / 2 + rng.below(kLatency)};
    disturbance.links.push_back(link);
  }
  disturbance.npus.push_back({npus / 3, base::Picoseconds{10'000'000}, 1.5});
  return disturbance;
}

void bench_collectives(int npus, const BenchOptions& options, const TakeRow& take) {
  const auto fabric_of = [&](topology::Block block) {
    return topology::Fabric({{block, npus, kBandwidth, base::Picoseconds{kLatency}}});
  };
  const auto named = [&](const char* name) {
    return npus == kNpus ? std::string(name) : std::string(name) + ", " + std::to_string(npus);
  };
  const topology::Fabric ring = fabric_of(topology::Block::ring);
  const rounds::RoundGraph round = all_reduce(npus, collective::Method::ring);
  engine::Scenario on_ring{round, ring, {}, {}};
  on_ring.symmetry = engine::Symmetry::off;
  bench_case(named("ring uniform"), on_ring, options, take);
  on_ring.disturbance = random_latencies(npus, options.seed);
  bench_case(named("ring random latencies and straggler"), on_ring, options, take);
  const topology::Fabric full = fabric_of(topology::Block::fully_connected);
  const rounds::RoundGraph direct = all_reduce(npus, collective::Method::direct);
  engine::Scenario on_full{direct, full, {}, {}};
  on_full.symmetry = engine::Symmetry::off;
  bench_case(named("fully connected direct"), on_full, options, take);
  on_ring.disturbance = {};
  on_ring.symmetry = on_full.symmetry = engine::Symmetry::automatic;
  bench_case(named("ring by symmetry"), on_ring, options, take);
  bench_case(named("fully connected direct by symmetry"), on_full, options, take);
}

}  // namespace

void bench_engine(const BenchOptions& options, const TakeRow& take) {
  const std::vector<int> sizes = options.ports.empty() ? std::vector<int>{kNpus} : options.ports;
  for (const int npus : sizes) {
    if (npus < 3 || npus > kMostNpus) {
      throw base::ConfigError(
          {"--ports", "", "NPUs, 3.." + std::to_string(kMostNpus), std::to_string(npus), ""});
    }
  }
  bench_queue(options, take);
  for (const int npus : sizes) bench_collectives(npus, options, take);
}

std::vector<report::RowKind> engine_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
