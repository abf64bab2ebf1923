// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_rows.hpp"

#include "sim/train/memory_parts.hpp"
#include "sim/train/series.hpp"
#include "sim/train/traced_rows.hpp"

namespace jacquard::train {
namespace {

using report::Metric;
using report::Unit;

template <class T>
using Metrics = std::vector<Metric<T>>;

template <class T>
void add_shares(Metrics<T>& metrics) {
  using M = Metric<T>;
  metrics.push_back(M(
      "compute_ps", Unit::ps, [](const T& r) { return r.shares.compute; },
      "Computing; a mean over NPUs.", "compute"));
  metrics.push_back(M(
      "exposed_comm_ps", Unit::ps, [](const T& r) { return r.shares.exposed; },
      "Waiting for the network alone; a mean over NPUs.", "exposed"));
  metrics.push_back(M(
      "bubble_ps", Unit::ps, [](const T& r) { return r.shares.bubble; },
      "Waiting for other stages; a mean over NPUs.", "bubble"));
}

template <class T>
void add_memory(Metrics<T>& metrics, const char* heading) {
  for (const MemoryPart& part : memory_parts()) {
    metrics.push_back(Metric<T>(
        part.key, Unit::bytes, [b = part.bytes](const T& r) { return r.memory.*b; }, part.doc));
  }
  metrics.push_back(Metric<T>(
      "memory_bytes", Unit::bytes, [](const T& r) { return r.memory.total(); },
      "All of it; a mean over NPUs.", heading));
}

// What only a step on the machine has.
template <class Get>
Metric<StepRow> of_machine(const char* key, Unit unit, Get get, const char* doc,
                           const char* heading = "") {
  using Value = decltype(get(MachineFigures{}));
  return {key, unit,
          [get](const StepRow& r) {
            return r.machine ? std::optional<Value>(get(*r.machine)) : std::nullopt;
          },
          doc, heading};
}

Metrics<StepRow> machine_list() {
  using F = MachineFigures;
  return {
      of_machine(
          "collectives", Unit::text, [](const F& f) { return f.collectives; },
          "cycle: rounds, whose circuits are made as messages come, or a stack's order."),
      of_machine(
          "circuits", Unit::count, [](const F& f) { return f.circuits; },
          "cycle: made for collectives; one that is held is made once."),
      of_machine(
          "circuit_guard_ps", Unit::ps, [](const F& f) { return f.circuit_guard; },
          "cycle: guards of these; a sum."),
      of_machine(
          "circuit_wait_ps", Unit::ps, [](const F& f) { return f.circuit_wait; },
          "cycle: what ready messages waited for their circuit; a sum over messages."),
      of_machine(
          "exchanges", Unit::count, [](const F& f) { return f.exchanges; },
          "cycle: what experts exchanged, each around its switch."),
      of_machine(
          "decisions", Unit::count, [](const F& f) { return f.decisions; },
          "cycle: by the scheduler, of all exchanges.", "decisions"),
      of_machine(
          "decision_ps", Unit::ps, [](const F& f) { return f.decision; },
          "cycle: until the last permutation of each first decision was there; a sum."),
      of_machine(
          "guard_ps", Unit::ps, [](const F& f) { return f.guard; },
          "cycle: guards of all exchanges; a sum."),
      of_machine(
          "hold_ps", Unit::ps, [](const F& f) { return f.hold; },
          "cycle: holds of all settings of exchanges; a sum."),
      of_machine(
          "wait_ps", Unit::ps, [](const F& f) { return f.wait; },
          "cycle: what an NPU waited at exchanges before they began; a mean over NPUs."),
      of_machine(
          "imbalance_ps", Unit::ps, [](const F& f) { return f.imbalance; },
          "cycle: of that, for the last NPU to route."),
      of_machine(
          "contention_ps", Unit::ps, [](const F& f) { return f.contention; },
          "cycle: of that, for the switch, which others had."),
      of_machine(
          "memory_wait_ps", Unit::ps, [](const F& f) { return f.memory_wait; },
          "cycle: computations' wait for a memory that the NIC uses too; a mean over NPUs."),
      {"cache_hit_ratio", Unit::ratio,
       [](const StepRow& r) { return r.machine ? r.machine->cache_hit_ratio : std::nullopt; },
       "cycle: accesses that hit in photonic modules; absent without them.", ""},
      of_machine(
          "exchanged_bytes", Unit::bytes, [](const F& f) { return f.bytes; },
          "cycle: delivered by exchanges."),
      of_machine(
          "bytes_lost", Unit::bytes, [](const F& f) { return f.bytes_lost; },
          "cycle: asked for in exchanges and never delivered."),
      of_machine(
          "schedule_hash", Unit::text, [](const F& f) { return f.schedule_hash; },
          "cycle: of every permutation, hold and start of every exchange, in order."),
  };
}

Metrics<StepRow> step_list() {
  using M = Metric<StepRow>;
  Metrics<StepRow> all = {
      M("model", Unit::text, &StepRow::model, "Its name.", "model"),
      M("engine", Unit::text, &StepRow::engine, "Which engine answered.", "engine"),
      M("law", Unit::text, &StepRow::law,
        "Of collectives: reached, in nodes and across; links: every link at its rate."),
      M("mode", Unit::text, &StepRow::mode, "In which mode.", "mode"),
      M("parallel", Unit::text, &StepRow::parallel, "The knobs that are not at their defaults."),
      M("npus", Unit::count, &StepRow::npus, "NPUs of the job.", "npus"),
      M("batch", Unit::count, &StepRow::batch, "Sequences of a step."),
      M("sequence", Unit::count, &StepRow::sequence,
        "Tokens of a sequence; in decoding of the cache."),
      M("micro_batches", Unit::count, &StepRow::micro_batches, "Of each replica."),
      M("time_ps", Unit::ps, &StepRow::time, "When the last NPU is done.", "time"),
  };
  add_shares(all);
  for (M& m : Metrics<StepRow>{
           M("mfu", Unit::ratio, &StepRow::mfu,
             "Model FLOPs / (time x NPUs x dense peak); model FLOPs: 6 per matmul parameter and "
             "token, and causal attention 6 L h s per token. Of inference a third.",
             "MFU"),
           M("hfu", Unit::ratio, &StepRow::hfu,
             "The same of the FLOPs computed, recomputation too."),
           M("model_flops_per_s", Unit::per_s, &StepRow::model_flops_per_s,
             "Model FLOPs of an NPU in a second."),
           M("tokens_per_s", Unit::per_s, &StepRow::tokens_per_s,
             "Of all NPUs; in decoding those it makes."),
       }) {
    all.push_back(std::move(m));
  }
  add_memory(all, "");
  for (M& m : Metrics<StepRow>{
           M("memory_largest_bytes", Unit::bytes, &StepRow::largest_memory,
             "Of the class that needs most.", "memory"),
           M("memory_limit_bytes", Unit::bytes, &StepRow::memory_limit,
             "What an NPU has; absent where that is not known."),
           M("operations", Unit::count, &StepRow::operations, "Of all classes."),
           M("events", Unit::count, &StepRow::events, "That the engine processed."),
           M("simulated_npus", Unit::count, &StepRow::simulated_npus,
             "NPUs that stood for all; as many as classes by symmetry."),
       }) {
    all.push_back(std::move(m));
  }
  for (M& m : machine_list()) all.push_back(std::move(m));
  return all;
}

Metrics<ClassRow> class_list() {
  using M = Metric<ClassRow>;
  Metrics<ClassRow> all = {
      M("stage", Unit::count, &ClassRow::stage, "Place on the pipeline.", "stage"),
      M("npus", Unit::count, &ClassRow::npus, "NPUs of the class.", "npus"),
      M("layers", Unit::count, &ClassRow::layers, "Of the model.", "layers"),
  };
  add_shares(all);
  add_memory(all, "memory");
  return all;
}

}  // namespace

const report::MetricTable<StepRow>& step_metrics() {
  static const report::MetricTable<StepRow> table("step", "The whole step.", step_list());
  return table;
}

const report::MetricTable<ClassRow>& class_metrics() {
  static const report::MetricTable<ClassRow> table("class", "NPUs that do the same.", class_list());
  return table;
}

const report::MetricTable<DimensionRow>& dimension_metrics() {
  using M = Metric<DimensionRow>;
  static const report::MetricTable<DimensionRow> table(
      "dimension", "A dimension of the network.",
      {
          M("dimension", Unit::count, &DimensionRow::dimension, "The nearest is 0.", "dimension"),
          M("block", Unit::text, &DimensionRow::block, "How its NPUs are joined.", "block"),
          M("size", Unit::count, &DimensionRow::size, "NPUs of a block.", "size"),
          M("bandwidth_bytes_per_s", Unit::bytes_per_s, &DimensionRow::bandwidth, "Of a link.",
            "link"),
          M("carried_bytes", Unit::bytes, &DimensionRow::bytes, "Over all its links.", "carried"),
          M("utilisation", Unit::ratio, &DimensionRow::utilisation,
            "Busy time of its links / (links x time).", "use"),
      });
  return table;
}

const report::MetricTable<CollectiveRow>& collective_metrics() {
  using M = Metric<CollectiveRow>;
  static const report::MetricTable<CollectiveRow> table(
      "collective", "Communications of one purpose, size and group.",
      {
          M("operation", Unit::text, &CollectiveRow::operation, "What it is for.", "operation"),
          M("axes", Unit::text, &CollectiveRow::axes, "Axes in which its members differ.", "axes"),
          M("kind", Unit::text, &CollectiveRow::kind, "Of collective; send between stages.",
            "kind"),
          M("way", Unit::text, &CollectiveRow::way,
            "How it is done; nccl-...: by NCCL's law of a node. Empty of a message."),
          M("members", Unit::count, &CollectiveRow::members, "Of a group.", "members"),
          M("bytes", Unit::bytes, &CollectiveRow::bytes, "What each member puts in.", "bytes"),
          M("count", Unit::count, &CollectiveRow::count, "Of a class; a mean over classes.",
            "count"),
          M("each_ps", Unit::ps, &CollectiveRow::each, "One of them, from its issue to its end.",
            "each"),
          M("total_ps", Unit::ps, &CollectiveRow::total, "Of a class; a mean over classes.",
            "total"),
          M("exposed_ps", Unit::ps, &CollectiveRow::exposed,
            "How long NPUs wait for it, and for the network that others have before.", "exposed"),
      });
  return table;
}

const report::MetricTable<OperationRow>& operation_metrics() {
  using M = Metric<OperationRow>;
  static const report::MetricTable<OperationRow> table(
      "operation", "Operations of one purpose.",
      {
          M("operation", Unit::text, &OperationRow::operation, "What it is for.", "operation"),
          M("phase", Unit::text, &OperationRow::phase, "forward, backward or update.", "phase"),
          M("count", Unit::count, &OperationRow::count, "Of a class; a mean over classes.",
            "count"),
          M("total_ps", Unit::ps, &OperationRow::time, "Of a class; a mean over classes.", "total"),
          M("critical_ps", Unit::ps, &OperationRow::critical, "On the critical path.", "critical"),
          M("flops_per_s", Unit::per_s, &OperationRow::flops_per_s,
            "Of products; absent where there are none."),
          M("share_of_peak", Unit::ratio, &OperationRow::share_of_peak,
            "Of the dense peak; absent where there are no products.", "of peak"),
      });
  return table;
}

const report::MetricTable<ChangeRow>& change_metrics() {
  using M = Metric<ChangeRow>;
  static const report::MetricTable<ChangeRow> table(
      "change", "What the step would take if something were otherwise, by closed forms.",
      {
          M("change", Unit::text, &ChangeRow::change, "What is otherwise.", "if"),
          M("time_ps", Unit::ps, &ChangeRow::time, "Of the step then.", "time"),
          M("gain", Unit::ratio, &ChangeRow::gain, "Share of the step's time that it saves.",
            "gain"),
      });
  return table;
}

const report::MetricTable<ExchangeRow>& exchange_metrics() {
  using M = Metric<ExchangeRow>;
  static const report::MetricTable<ExchangeRow> table(
      "exchange", "What experts exchange in one direction and phase (--engine cycle).",
      {
          M("operation", Unit::text, &ExchangeRow::operation, "To the experts, or back.",
            "operation"),
          M("phase", Unit::text, &ExchangeRow::phase, "Of the step.", "phase"),
          M("count", Unit::count, &ExchangeRow::count, "Around all switches.", "count"),
          M("decisions", Unit::count, &ExchangeRow::decisions, "Of the scheduler."),
          M("permutations", Unit::count, &ExchangeRow::permutations, "Settings that were made.",
            "settings"),
          M("bytes", Unit::bytes, &ExchangeRow::bytes, "Delivered by all.", "bytes"),
          M("time_ps", Unit::ps, &ExchangeRow::time, "From its beginning to its last byte; mean.",
            "time"),
          M("longest_ps", Unit::ps, &ExchangeRow::longest, "The longest of them.", "longest"),
          M("bound_ps", Unit::ps, &ExchangeRow::bound,
            "Largest line sum of its demand at the rate of a link; mean.", "bound"),
          M("decision_ps", Unit::ps, &ExchangeRow::decision,
            "Until the last permutation of its first decision was there; mean.", "decision"),
          M("guard_ps", Unit::ps, &ExchangeRow::guard, "Guards of one; mean.", "guards"),
          M("waited_ps", Unit::ps, &ExchangeRow::waited,
            "From when the last NPU had routed to its beginning; mean."),
      });
  return table;
}

const report::MetricTable<workload::PackedStep>& document_metrics() {
  using P = workload::PackedStep;
  using M = Metric<P>;
  static const report::MetricTable<P> table(
      "documents", "Documents that are packed into a step's sequences.",
      {
          M("documents", Unit::count, &P::documents, "Or pieces of those that were cut.",
            "documents"),
          M("longest_tokens", Unit::count, &P::longest, "Of one.", "longest"),
          M("mean_tokens", Unit::count, &P::mean,
            "Of a token's document: the sum of squared lengths over the tokens.", "mean"),
          M("filled", Unit::ratio, &P::filled, "Share of the tokens that are of a document.",
            "filled"),
          M("imbalance", Unit::ratio, &P::imbalance,
            "Squared lengths of the slowest replica over the mean of all.", "imbalance"),
      });
  return table;
}

std::vector<report::RowKind> train_row_kinds() {
  return {step_metrics().kind(),       class_metrics().kind(),     dimension_metrics().kind(),
          collective_metrics().kind(), operation_metrics().kind(), change_metrics().kind(),
          exchange_metrics().kind(),   document_metrics().kind(),  series_step_metrics().kind(),
          series_metrics().kind(),     traced_metrics().kind()};
}

}  // namespace jacquard::train
