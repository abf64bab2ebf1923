// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/stack_rows.hpp"

namespace jacquard::genstack {

using report::Metric;
using report::MetricTable;
using report::Unit;

const MetricTable<StackRow>& stack_metrics() {
  using R = StackRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "stack", "The schedule of a step.",
      {M(
           "name", Unit::text, [](const R& r) { return r.figures.name; }, "Of the job or log."),
       M(
           "ranks", Unit::count, [](const R& r) { return r.figures.ranks; }, "NPUs of the job.",
           "ranks"),
       M(
           "actors", Unit::count, [](const R& r) { return r.figures.actors; },
           "Classes of ranks that do the same in the same slots."),
       M(
           "calls", Unit::count, [](const R& r) { return r.figures.calls; },
           "Collectives and messages; groups side by side count once."),
       M(
           "collectives", Unit::count, [](const R& r) { return r.figures.collectives; },
           "The same; each group counts.", "collectives"),
       M(
           "control_calls", Unit::count, [](const R& r) { return r.figures.control_calls; },
           "Calls that share control slots."),
       M(
           "control_slots", Unit::slots, [](const R& r) { return r.figures.control_slots; },
           "Slots in which control calls send, others beside them or not."),
       M(
           "control_ps", Unit::ps,
           [](const R& r) { return base::times(r.stack->clock.slot, r.figures.control_slots); },
           "The time of these slots."),
       M(
           "barriers", Unit::count, [](const R& r) { return r.stack->plan.barriers; },
           "Barriers, which became dependencies."),
       M(
           "placeholders", Unit::count, [](const R& r) { return r.figures.placeholders; },
           "Calls that only the run can fill."),
       M(
           "patterns", Unit::count, [](const R& r) { return r.figures.patterns; },
           "Different partial permutations."),
       M(
           "permutations", Unit::count, [](const R& r) { return r.figures.permutations; },
           "Times at which the global permutation changes.", "permutations"),
       M(
           "slots", Unit::slots, [](const R& r) { return r.stack->timeline.slots; },
           "Slots of the step.", "slots"),
       M(
           "slot_ps", Unit::ps, [](const R& r) { return r.stack->clock.slot; }, "T.", "slot"),
       M(
           "efficiency", Unit::ratio,
           [](const R& r) {
             const double step = static_cast<double>(r.stack->timeline.step.count());
             return step > 0 ? r.figures.lower_bound_ps / step : 0;
           },
           "Lower bound over the step's time.", "efficiency"),
       M(
           "step_ps", Unit::ps, [](const R& r) { return r.stack->timeline.step; },
           "When the last node of the last rank ends.", "step"),
       M(
           "lower_bound_ps", Unit::ps, [](const R& r) { return r.stack->bound.time(); },
           "The longer of the two below.", "bound"),
       M(
           "critical_path_ps", Unit::ps, [](const R& r) { return r.stack->bound.path; },
           "Longest chain of computations and messages, without guards and slots."),
       M(
           "port_load_ps", Unit::ps, [](const R& r) { return r.stack->bound.load; },
           "Bytes of the busiest port at its rate."),
       M(
           "config_bytes_per_switch", Unit::bytes, [](const R& r) { return r.configuration.mean; },
           "Mean of all switches, compressed.", "config"),
       M(
           "largest_config_bytes", Unit::bytes, [](const R& r) { return r.configuration.largest; },
           "The same of one switch."),
       M(
           "wall_s", Unit::s, [](const R& r) { return r.wall_s; },
           "Time it took, reading and writing included.", "wall"),
       M(
           "peak_bytes", Unit::bytes, [](const R& r) { return r.peak_bytes; },
           "Most memory of the process.", "peak memory")});
  return table;
}

const MetricTable<LabelFigures>& label_metrics() {
  using R = LabelFigures;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "parallelism", "Calls of one kind of groups.",
      {M("label", Unit::text, &R::label, "The groups: tp, dp, pp (messages).", "of"),
       M("calls", Unit::count, &R::calls, "Groups side by side count once.", "calls"),
       M("collectives", Unit::count, &R::collectives, "Each group counts."),
       M("bytes", Unit::bytes, &R::bytes, "Sent by all ranks.", "sent"),
       M("actor_slots", Unit::slots, &R::port_slots, "Slots of sending actors.", "actor slots")});
  return table;
}

const MetricTable<stack::SlotPoint>& slot_metrics() {
  using R = stack::SlotPoint;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "slot_length", "A slot length that was tried.",
      {M("tried_slot_ps", Unit::ps, &R::slot, "T.", "slot"),
       M("tried_slots", Unit::slots, &R::slots, "Slots of the step.", "slots"),
       M("tried_step_ps", Unit::ps, &R::step, "When the last node of the last rank ends.", "step"),
       M("tried_efficiency", Unit::ratio, &R::efficiency, "Lower bound over the step's time.",
         "efficiency"),
       M("tried_passes", Unit::count, &R::passes,
         "Times the step was composed again; 0 but for the T that was chosen.", "passes")});
  return table;
}

std::vector<report::Printed> slot_rows(const std::vector<stack::SlotPoint>& tried,
                                       base::Picoseconds chosen) {
  constexpr std::int64_t kFarthest = 8;
  std::vector<report::Printed> rows;
  std::int64_t next = chosen.count() / kFarthest;
  for (const stack::SlotPoint& point : tried) {
    report::Printed row = slot_metrics()(point);
    const std::int64_t slot = point.slot.count();
    const bool octave = slot >= next && slot <= kFarthest * chosen.count();
    if (octave) next = 2 * slot;
    if (!octave && point.slot != chosen) row.cells = nullptr;
    rows.push_back(std::move(row));
  }
  return rows;
}

const MetricTable<AccountingRow>& accounting_metrics() {
  using R = AccountingRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "accounting", "The step where every slot pays t_max and t_x, and where dependencies do.",
      {M(
           "sync", Unit::text,
           [](const R& r) {
             return r.stack->fabric.sync == stack::Sync::per_slot ? "per-slot" : "on-dependency";
           },
           "Who pays.", "sync"),
       M(
           "accounting_slot_ps", Unit::ps, [](const R& r) { return r.stack->clock.slot; },
           "T, chosen for it.", "slot"),
       M(
           "accounting_step_ps", Unit::ps, [](const R& r) { return r.stack->timeline.step; },
           "When the last node of the last rank ends.", "step"),
       M(
           "accounting_efficiency", Unit::ratio,
           [](const R& r) { return r.stack->bound.time() / r.stack->timeline.step; },
           "Lower bound over the step's time.", "efficiency")});
  return table;
}

}  // namespace jacquard::genstack
