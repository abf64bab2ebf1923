// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/repair_rows.hpp"

namespace jacquard::genstack {

using report::Metric;
using report::MetricTable;
using report::Unit;

const MetricTable<RepairRow>& repair_metrics() {
  using R = RepairRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "repair", "A stack for what is left of its fabric.",
      {M("policy", Unit::text, &R::policy, "spare: ranks move; around: they do not.", "policy"),
       M("failed_ports", Unit::count, &R::failed_ports, "With their NPUs.", "ports"),
       M("failed_links", Unit::count, &R::failed_links, "Between leaves and spines.", "links"),
       M(
           "moved_ranks", Unit::count, [](const R& r) { return r.repaired->moves.size(); },
           "To spare ports.", "moved"),
       M(
           "lost_ranks", Unit::count, [](const R& r) { return r.repaired->lost_ranks; },
           "Of replicas that are left out.", "lost ranks"),
       M(
           "patterns_cut", Unit::count, [](const R& r) { return r.repaired->patterns_cut; },
           "In more settings than before.", "cut"),
       M(
           "exceptions", Unit::count, [](const R& r) { return r.repaired->exceptions; },
           "Circuits whose link the rule of routes does not say.", "exceptions"),
       M(
           "conflicts", Unit::count, [](const R& r) { return r.repaired->conflicts; },
           "Pairs of settings that cannot share a slot."),
       M(
           "composed", Unit::count, [](const R& r) { return r.repaired->composed ? 1 : 0; },
           "1: slots are new. 0: each message keeps its slots."),
       M(
           "step_before_ps", Unit::ps, [](const R& r) { return r.healthy->timeline.step; },
           "Of the healthy stack.", "step before"),
       M(
           "step_ps", Unit::ps, [](const R& r) { return r.repaired->stack.timeline.step; },
           "Of the repaired stack.", "step"),
       M(
           "throughput_ratio", Unit::ratio,
           [](const R& r) {
             const stack::Stack& after = r.repaired->stack;
             return static_cast<double>(r.healthy->timeline.step.count()) /
                    static_cast<double>(after.timeline.step.count()) * after.plan.ranks /
                    r.healthy->plan.ranks;
           },
           "Sequences a second, over those of the healthy stack.", "throughput"),
       M("replan_wall_s", Unit::s, &R::replan_wall_s, "From the failures to the new stack.",
         "re-plan")});
  return table;
}

const MetricTable<MoveRow>& move_metrics() {
  using R = MoveRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "move", "A rank at another port.",
      {M(
           "rank", Unit::count, [](const R& r) { return r.move.rank; }, "Of the healthy stack.",
           "rank"),
       M(
           "from_port", Unit::count, [](const R& r) { return r.move.from; }, "It was there.",
           "from"),
       M(
           "to_port", Unit::count, [](const R& r) { return r.move.to; }, "It is there.", "to"),
       M(
           "same_place", Unit::count,
           [](const R& r) {
             return r.move.from % r.leaf_ports == r.move.to % r.leaf_ports ? 1 : 0;
           },
           "1: of the same place in its leaf.")});
  return table;
}

}  // namespace jacquard::genstack
