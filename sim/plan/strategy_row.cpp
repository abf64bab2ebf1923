// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/strategy_row.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/plan/layers/duration.hpp"

namespace jacquard::planner {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;
using Metrics = std::vector<Metric<StrategyRow>>;

base::Picoseconds rounded(double seconds) {
  return base::Picoseconds{std::llround(seconds * 1e12)};
}

base::Bytes rounded_bytes(double bytes) { return base::Bytes{std::llround(bytes)}; }

Row four_figures(const Row& value) {
  return value.is_number() ? Row(fmt::format("{:.4g}", value.get<double>())) : value;
}

// A figure, null where the strategy is refused, or where the figure is not known.
template <class Get>
Metric<StrategyRow> figure(const char* key, Unit unit, Get get, const char* doc,
                           const char* heading = "") {
  const auto of_row = [get](const StrategyRow& row) {
    using Value = decltype(std::invoke(get, *row.figures));
    return row.figures ? report::json_of(std::invoke(get, *row.figures))
                       : report::json_of(std::optional<std::decay_t<Value>>{});
  };
  return Metric<StrategyRow>(key, unit, of_row, doc, heading).or_null();
}

Metrics names() {
  using M = Metric<StrategyRow>;
  using R = StrategyRow;
  return {
      M("model", Unit::text, &R::model, "Its name."),
      M("system", Unit::text, &R::system, "Its name."),
      M("devices", Unit::count, &R::devices, "Of the system."),
      M("task", Unit::text, &R::task, "pretrain, finetune or inference."),
      M("mode", Unit::text, &R::mode,
        "paper, physical, or the departures from the paper's rules that were switched on."),
      M("batch", Unit::count, &R::batch, "Samples of a step on all devices."),
      M(
          "rank", Unit::count,
          [](const R& r) { return r.rank > 0 ? std::optional<int>(r.rank) : std::nullopt; },
          "From 1, the least time among those that fit, then of the others; null if refused.",
          "rank")
          .or_null(),
      M("strategy", Unit::text, &R::strategy, "Schemes of each part with degrees, levels in order.",
        "strategy"),
      M("refused", Unit::text, &R::refused, "Why it cannot run; empty if it can.", "refused")
          .rank(1),
      M("fits", Unit::flag, &R::fits, "Memory, with the margin, is at most the device's.", "fits"),
  };
}

Metrics times() {
  using F = Figures;
  return {
      figure("time_ps", Unit::ps, &F::time, "Of a step.", "time"),
      figure("serialized_ps", Unit::ps, &F::serialized,
             "Computation and communication one after the other.", "serialized"),
      figure("compute_ps", Unit::ps, &F::compute, "Computation, with look-ups.", "compute"),
      figure("all_to_all_ps", Unit::ps, &F::all_to_all, "All of them."),
      figure("all_reduce_ps", Unit::ps, &F::all_reduce, "All of them."),
      figure("all_gather_ps", Unit::ps, &F::all_gather, "All of them."),
      figure("reduce_scatter_ps", Unit::ps, &F::reduce_scatter, "All of them."),
      figure("exposed_ps", Unit::ps, &F::exposed, "The step less its computation.", "exposed"),
      figure("exposed_fraction", Unit::ratio, &F::exposed_fraction,
             "exposed_ps over all communication."),
      figure("throughput_per_s", Unit::per_s, &F::throughput, "Samples.", "samples/s")
          .as(four_figures),
      figure("tokens_per_s", Unit::per_s, &F::tokens_per_s, "Of an LLM; else null."),
      figure("speedup", Unit::ratio, &F::speedup,
             "Over FSDP in every dense part and MP in embeddings (DDP in vocabularies), over all "
             "devices.",
             "speedup")
          .as(four_figures),
  };
}

Metrics memory() {
  const auto part = [](const char* key, double plan::MemoryUse::*bytes, const char* doc) {
    return figure(
        key, Unit::bytes, [bytes](const Figures& f) { return rounded_bytes(f.memory.*bytes); },
        doc);
  };
  using Use = plan::MemoryUse;
  return {
      figure(
          "memory_bytes", Unit::bytes,
          [](const Figures& f) { return rounded_bytes(f.memory.total()); }, "Of a device.",
          "memory"),
      part("memory_weights_bytes", &Use::weights, "Its weights."),
      part("memory_gradients_bytes", &Use::gradients, "Its gradients."),
      part("memory_optimizer_bytes", &Use::optimizer, "Its optimizer's state."),
      part("memory_activations_bytes", &Use::activations, "What is kept for the backward pass."),
      part("memory_buffers_bytes", &Use::buffers, "Buffers."),
      figure("micro_batches", Unit::count, &Figures::micro_batches,
             "Of a step, as few as memory lets; 1 by the paper's rules."),
      figure("recompute", Unit::flag, &Figures::recompute,
             "Blocks keep their inputs alone and compute the rest again."),
  };
}

Metrics training() {
  using M = Metric<StrategyRow>;
  using F = Figures;
  return {
      figure("days", Unit::ratio, &F::days, "Of the whole training, where its size is known.",
             "days")
          .as(four_figures),
      figure("gpu_hours", Unit::ratio, &F::gpu_hours, "Of all devices together.", "GPU hours")
          .as(four_figures),
      M("days_reading", Unit::text, &StrategyRow::days_reading, "Which steps the days count."),
      M("gpu_hours_reading", Unit::text, &StrategyRow::gpu_hours_reading,
        "Which steps the GPU hours count."),
      figure("cost_per_step_usd", Unit::usd, &F::cost_per_step, "Where a price is known."),
      figure("cost_usd", Unit::usd, &F::cost, "Of the training, by its GPU hours."),
  };
}

Metrics all_metrics() {
  Metrics all = names();
  for (auto group : {times, memory, training}) {
    for (Metric<StrategyRow>& metric : group()) all.push_back(std::move(metric));
  }
  return all;
}

}  // namespace

RowMaker::RowMaker(const PlanConfig& config, const plan::Request& request)
    : config_(config), request_(request), training_(training_of(config, request)) {
  const Outcome baseline = evaluate(request, baseline_of(request));
  if (baseline.runs()) baseline_s_ = baseline.answer.times.time;
}

StrategyRow RowMaker::row_of(const Outcome& outcome) const {
  StrategyRow row;
  row.model = request_.model.name;
  row.system = request_.cluster.name;
  row.devices = request_.cluster.total();
  row.task = name_of(config_.task);
  row.mode = mode_text(config_);
  row.batch = request_.batch();
  row.strategy = plan::text_of(outcome.strategy);
  row.merged = plan::text_of(plan::merged(outcome.strategy));
  row.rank = outcome.rank;
  row.refused = outcome.answer.refused;
  row.fits = outcome.fits;
  if (training_) {
    row.days_reading = training_->days_reading;
    row.gpu_hours_reading = training_->hours_reading;
  }
  if (!outcome.runs()) return row;
  const plan::Times& t = outcome.answer.times;
  Figures& f = row.figures.emplace();
  f.time = rounded(t.time);
  f.serialized = rounded(t.serialized());
  f.compute = rounded(t.compute);
  f.all_to_all = rounded(t.all_to_all);
  f.all_reduce = rounded(t.all_reduce);
  f.all_gather = rounded(t.all_gather);
  f.reduce_scatter = rounded(t.reduce_scatter);
  f.exposed = rounded(t.exposed());
  f.exposed_fraction = t.exposed_fraction();
  f.memory = outcome.answer.memory;
  f.micro_batches = outcome.answer.micro_batches;
  f.recompute = outcome.answer.recompute;
  const double price = price_of(config_);
  if (t.time > 0) {
    f.throughput = static_cast<double>(request_.batch()) / t.time;
    const int tokens = tokens_of_sample(request_.model);
    if (tokens > 0) f.tokens_per_s = f.throughput * tokens;
    if (baseline_s_ > 0) f.speedup = baseline_s_ / t.time;
  }
  if (price > 0) f.cost_per_step = price * row.devices * t.time / kSecondsOfHour;
  if (!training_) return row;
  f.days = training_->days(t.time);
  f.gpu_hours = training_->gpu_hours(t.time, row.devices);
  if (price > 0) f.cost = price * *f.gpu_hours;
  return row;
}

bool alike(const StrategyRow& a, const StrategyRow& b) {
  if (a.merged != b.merged || a.devices != b.devices || a.fits != b.fits) return false;
  if (!a.figures || !b.figures) return !a.figures && !b.figures && a.refused == b.refused;
  const Figures &f = *a.figures, &g = *b.figures;
  return f.time == g.time && f.serialized == g.serialized && f.exposed == g.exposed &&
         rounded_bytes(f.memory.total()) == rounded_bytes(g.memory.total());
}

const MetricTable<StrategyRow>& strategy_metrics() {
  static const MetricTable<StrategyRow> table("strategy", "A strategy of the model on the system.",
                                              all_metrics());
  return table;
}

const MetricTable<StrategyRow>& front_metrics() {
  static const MetricTable<StrategyRow> table(
      "front", "A strategy that none beats in both figures of --pareto.", all_metrics());
  return table;
}

}  // namespace jacquard::planner
