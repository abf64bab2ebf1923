// SPDX-License-Identifier: Apache-2.0
#include "sim/train/series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/base/statistics.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/machine/detail.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "jacquard/workload/expert_traffic.hpp"
#include "sim/train/machine_rows.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using config::Document;
using workload::RoutingKind;

int micro_batches_of(const Step& step) {
  int most = 0;
  for (const auto& of_class : step.program.classes) {
    for (const auto& op : of_class.ops) most = std::max<int>(most, op.micro_batch);
  }
  return most + 1;
}

// Of the recorded log; 1 of other routings.
std::int64_t matrices_of(const Step& step) {
  if (step.config.expert_routing.kind != RoutingKind::recorded) return 1;
  const workload::ExpertTraffic traffic = workload::expert_traffic(step.request);
  demand::ReadOptions options;
  options.ports = traffic.ranks;
  options.experts = traffic.experts;
  options.top_k = traffic.top_k;
  const auto all = demand::read_demand_sequence(step.config.expert_routing.log, options);
  return static_cast<std::int64_t>(all.size());
}

// How far the routing goes on in a step.
struct Drift {
  std::int64_t times = 1;     // micro-batches
  std::int64_t layers = 1;    // each of which takes a matrix of a log at each time
  std::int64_t matrices = 1;  // of that log, round and round
};

TrainConfig at_step(TrainConfig config, std::int64_t step, const Drift& drift) {
  workload::ExpertRouting& routing = config.expert_routing;
  const std::int64_t passed = step * drift.times;
  if (routing.kind == RoutingKind::drifting) routing.time += static_cast<std::uint64_t>(passed);
  if (routing.kind == RoutingKind::recorded) {
    const std::int64_t on = passed % drift.matrices * drift.layers % drift.matrices;
    routing.index = static_cast<int>((routing.index + on) % drift.matrices);
  }
  return config;
}

// All that decides the steps; of a recorded log also what it says.
config::Json identity_of(const TrainConfig& config) {
  config::Json all;
  all["train"] = train_fields().show(config);
  all["seed"] = config.seed;
  if (config.expert_routing.kind == RoutingKind::recorded) {
    all["log"] = base::fnv1a_hex(base::read_file(config.expert_routing.log));
  }
  return all;
}

Document as_document(const StepAnswer& answer) {
  const MachineFigures f = machine_figures(*answer.machine);
  return Document{answer.time.count(), f.exchanges,          f.decisions,
                  f.decision.count(),  f.guard.count(),      f.hold.count(),
                  f.imbalance.count(), f.contention.count(), f.memory_wait.count(),
                  f.bytes.count(),     f.bytes_lost.count(), f.schedule_hash};
}

SeriesStep step_of(std::int64_t number, const Document& d) {
  SeriesStep step;
  std::size_t k = 0;
  const auto next = [&] { return d[k++].get<std::int64_t>(); };
  MachineFigures& f = step.figures;
  step.step = number;
  step.time = Picoseconds{next()};
  f.exchanges = next();
  f.decisions = next();
  for (Picoseconds* time :
       {&f.decision, &f.guard, &f.hold, &f.imbalance, &f.contention, &f.memory_wait}) {
    *time = Picoseconds{next()};
  }
  f.wait = f.imbalance + f.contention;
  f.bytes = base::Bytes{next()};
  f.bytes_lost = base::Bytes{next()};
  f.schedule_hash = d[k].get<std::string>();
  return step;
}

void require_series(const TrainConfig& config, const SeriesOptions& options) {
  if (!run::has_clocks(config.engine)) {
    throw base::ConfigError({"--steps", "", "--engine cycle beside it", config.engine, ""});
  }
  if (options.steps < 1 || options.steps > kMostSteps) {
    throw base::ConfigError(
        {"--steps", "", "1.." + std::to_string(kMostSteps), std::to_string(options.steps), ""});
  }
}

}  // namespace

std::vector<SeriesStep> run_series(const TrainConfig& config, const JobPlaces& places,
                                   const SeriesOptions& options) {
  require_series(config, options);
  const Step first = prepare(config, places);
  machine::details_of(config.detail, first.fabric, config.system.node, {"--detail", ""});
  const Drift drift{micro_batches_of(first), first.request.model.layers, matrices_of(first)};
  tool::Cases cases;
  cases.what = "step";
  cases.count = options.steps;
  cases.workers = options.workers;
  cases.evaluate = [&](std::int64_t step) {
    return as_document(run_step(prepare(at_step(config, step, drift), places)));
  };
  cases.on_result = [&](std::int64_t step, bool, const Document&) {
    if (options.progress) options.progress(step + 1);
  };
  std::vector<Document> documents;
  if (options.journal.empty()) {
    documents = run_cases(cases);
  } else {
    tool::Journal journal(options.journal, "train", identity_of(config));
    documents = run_cases(cases, journal, "steps");
  }
  std::vector<SeriesStep> steps;
  for (const Document& one : documents) {
    steps.push_back(step_of(static_cast<std::int64_t>(steps.size()), one));
  }
  return steps;
}

SeriesSummary summary_of(const std::vector<SeriesStep>& steps) {
  JQ_CHECK(!steps.empty(), "a series has a step or more");
  SeriesSummary all;
  all.steps = static_cast<std::int64_t>(steps.size());
  all.shortest = all.longest = steps.front().time;
  std::vector<Picoseconds> times;
  for (const SeriesStep& one : steps) times.push_back(one.time);
  all.mean = base::mean(times);
  base::Digest digest;
  MachineFigures& sums = all.sums;
  for (const SeriesStep& one : steps) {
    const MachineFigures& f = one.figures;
    all.shortest = std::min(all.shortest, one.time);
    all.longest = std::max(all.longest, one.time);
    sums.exchanges += f.exchanges;
    sums.decisions += f.decisions;
    sums.decision = base::plus(sums.decision, f.decision);
    sums.guard = base::plus(sums.guard, f.guard);
    sums.wait = base::plus(sums.wait, f.wait);
    sums.bytes += f.bytes;
    sums.bytes_lost += f.bytes_lost;
    digest.add(std::stoull(f.schedule_hash, nullptr, 16));
  }
  sums.schedule_hash = fmt::format("{:016x}", digest.value().first);
  return all;
}

const report::MetricTable<SeriesStep>& series_step_metrics() {
  using M = report::Metric<SeriesStep>;
  using R = SeriesStep;
  using report::Unit;
  static const report::MetricTable<SeriesStep> table(
      "series_step", "A step of --steps.",
      {
          M("step", Unit::count, &R::step, "From 0 on.", "step"),
          M("time_ps", Unit::ps, &R::time, "Of the step.", "time"),
          M(
              "exchanges", Unit::count, [](const R& r) { return r.figures.exchanges; },
              "Of experts' tokens."),
          M(
              "decisions", Unit::count, [](const R& r) { return r.figures.decisions; },
              "By schedulers.", "decisions"),
          M(
              "decision_ps", Unit::ps, [](const R& r) { return r.figures.decision; },
              "Until the last permutation of each first decision was there; a sum.", "decision"),
          M(
              "guard_ps", Unit::ps, [](const R& r) { return r.figures.guard; },
              "Of all settings; a sum.", "guards"),
          M(
              "wait_ps", Unit::ps, [](const R& r) { return r.figures.wait; },
              "What an NPU waited at exchanges before they began; a mean over NPUs.", "wait"),
          M(
              "imbalance_ps", Unit::ps, [](const R& r) { return r.figures.imbalance; },
              "Of that, for the last NPU to route.", "imbalance"),
          M(
              "contention_ps", Unit::ps, [](const R& r) { return r.figures.contention; },
              "Of that, for the switch."),
          M(
              "memory_wait_ps", Unit::ps, [](const R& r) { return r.figures.memory_wait; },
              "Computations' wait for a memory that the NIC uses too; a mean over NPUs."),
          M(
              "exchanged_bytes", Unit::bytes, [](const R& r) { return r.figures.bytes; },
              "Delivered by exchanges."),
          M(
              "bytes_lost", Unit::bytes, [](const R& r) { return r.figures.bytes_lost; },
              "Asked for and never delivered."),
          M(
              "schedule_hash", Unit::text, [](const R& r) { return r.figures.schedule_hash; },
              "Of every permutation, hold and start of every exchange, in order."),
      });
  return table;
}

const report::MetricTable<SeriesSummary>& series_metrics() {
  using M = report::Metric<SeriesSummary>;
  using R = SeriesSummary;
  using report::Unit;
  static const report::MetricTable<SeriesSummary> table(
      "series", "All steps of --steps.",
      {
          M("steps", Unit::count, &R::steps, "Of the series.", "steps"),
          M("mean_ps", Unit::ps, &R::mean, "Of a step.", "mean"),
          M("shortest_ps", Unit::ps, &R::shortest, "Of a step.", "shortest"),
          M("longest_ps", Unit::ps, &R::longest, "Of a step.", "longest"),
          M(
              "exchanges", Unit::count, [](const R& r) { return r.sums.exchanges; },
              "Of all steps.", "exchanges"),
          M(
              "decisions", Unit::count, [](const R& r) { return r.sums.decisions; },
              "Of all steps."),
          M(
              "decision_ps", Unit::ps, [](const R& r) { return r.sums.decision; },
              "Of all steps; a sum.", "decision"),
          M(
              "guard_ps", Unit::ps, [](const R& r) { return r.sums.guard; },
              "Of all steps; a sum."),
          M(
              "wait_ps", Unit::ps, [](const R& r) { return r.sums.wait; },
              "Of all steps; a sum of means over NPUs.", "wait"),
          M(
              "exchanged_bytes", Unit::bytes, [](const R& r) { return r.sums.bytes; },
              "Of all steps."),
          M(
              "bytes_lost", Unit::bytes, [](const R& r) { return r.sums.bytes_lost; },
              "Of all steps."),
          M(
              "schedule_hash", Unit::text, [](const R& r) { return r.sums.schedule_hash; },
              "Of the steps' hashes, in order."),
      });
  return table;
}

}  // namespace jacquard::train
