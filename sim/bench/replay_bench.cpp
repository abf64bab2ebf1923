// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/replay_bench.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>

#include "jacquard/tool/stopwatch.hpp"
#include "sim/bench/event_baselines.hpp"
#include "systemc/stack/replay.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::bench {
namespace {

constexpr std::int64_t kKernelEvents = 2'000'000;

struct ReplayRow {
  std::string fabric;
  const stack::Stack* stack = nullptr;
  systemc::ReplayOutcome outcome;
  double ms = 0;
  double kernel = 0;

  double events_per_s() const { return static_cast<double>(outcome.events) / ms * 1e3; }
};

const report::MetricTable<ReplayRow>& metrics() {
  using R = ReplayRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench replay: a stack in SystemC.",
      {
          M("fabric", Unit::text, &R::fabric, "Of configs/fabrics."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.stack->plan.ranks; }, "NPUs."),
          M(
              "slots", Unit::slots, [](const R& r) { return r.outcome.slots; }, "Of the step."),
          M(
              "messages", Unit::count, [](const R& r) { return r.outcome.messages; },
              "Of the step."),
          M(
              "events", Unit::count, [](const R& r) { return r.outcome.events; },
              "Process activations."),
          M("run_wall_ms", Unit::ms, &R::ms, "Fastest replay."),
          M("events_per_wall_s", Unit::per_s, &R::events_per_s, "Events a second."),
          M("kernel_events_per_wall_s", Unit::per_s, &R::kernel,
            "Events a second of the bare SystemC kernel."),
          M(
              "kernel_wall_ratio", Unit::ratio,
              [](const R& r) { return r.events_per_s() / r.kernel; }, "Ours / the kernel's."),
          M(
              "valid", Unit::flag,
              [](const R& r) { return r.outcome.step == r.stack->timeline.step; },
              "The step takes what the stack says."),
      },
      report::Columns::all);
  return table;
}

}  // namespace

void bench_replay(const BenchOptions& options, const TakeRow& take) {
  for (const char* fabric : {"one_crossbar_64", "two_tier_16"}) {
    spdlog::info("bench replay: {}", fabric);
    genstack::GenstackConfig config;
    genstack::genstack_fields().set(config, "job", "llama3_8b_64", "job");
    genstack::genstack_fields().set(config, "fabric", fabric, "fabric");
    const stack::Stack stack =
        genstack::make_stack(genstack::job_of(config, {}), config, 1, [](const char*) {}).stack;
    ReplayRow row{fabric, &stack, {}, 0, 0};
    row.ms = std::max(
        tool::best_ms(options.repeat, [&] { row.outcome = systemc::replay(stack, {}); }), 1e-6);
    row.kernel = kernel_events_per_s(2 * stack.sizes.ports + 1, kKernelEvents);
    take(metrics()(row));
  }
}

std::vector<report::RowKind> replay_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
