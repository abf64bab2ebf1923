// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/schedule_row.hpp"

#include <fmt/format.h>

namespace jacquard::report {
namespace {

using schedule::Summary;

template <class Member>
auto in_figures(Member Summary::*member) {
  return [member](const ScheduleRow& row) { return row.figures.*member; };
}

double over_bound(const ScheduleRow& row) {
  const Summary& f = row.figures;
  return f.lower_bound > base::Picoseconds{0} ? f.makespan / f.lower_bound : 1.0;
}

double gap(const ScheduleRow& row) {
  const Summary& f = row.figures;
  return f.bound.makespan > base::Picoseconds{0} ? f.makespan / f.bound.makespan - 1 : 0.0;
}

// Of the reference alone: others are judged by over_bound.
std::optional<std::string> certificate(const ScheduleRow& row) {
  if (row.scheduler != "best") return std::nullopt;
  return fmt::format("at most {:.2f} % over the least: {} bound", 100 * gap(row),
                     row.figures.bound.kind);
}

std::optional<double> eta(const ScheduleRow& row) {
  const Summary& f = row.figures;
  return f.quantum > base::Bytes{1} ? std::optional(f.eta) : std::nullopt;
}

std::optional<int> switches(const ScheduleRow& row) {
  return row.figures.switches > 1 ? std::optional(row.figures.switches) : std::nullopt;
}

}  // namespace

const MetricTable<ScheduleRow>& schedule_metrics() {
  using M = Metric<ScheduleRow>;
  const auto f = [](auto member) { return in_figures(member); };
  static const MetricTable<ScheduleRow> table(
      "", "A schedule of a demand.",
      {
          M("scheduler", Unit::text, &ScheduleRow::scheduler, "Who made it.", "scheduler"),
          M("ports", Unit::count, f(&Summary::ports), "Ports of the switch."),
          M("switches", Unit::count, switches,
            "Parallel switches between the same ports; absent of one. Slots and guards are of the "
            "one that ends last.",
            "switches")
              .rank(1),
          M("permutations", Unit::count, f(&Summary::permutations), "Settings of the switch.",
            "permutations"),
          M("slots", Unit::slots, f(&Summary::slots), "Slots in which a setting is held.", "slots"),
          M("max_line_quanta", Unit::quanta, f(&Summary::max_line_quanta),
            "Largest line sum, the fewest slots a single hop needs."),
          M("efficiency", Unit::ratio, f(&Summary::efficiency),
            "Largest line sum / slots, in quanta.", "efficiency"),
          M("efficiency_bytes", Unit::ratio, f(&Summary::efficiency_bytes),
            "The same in bytes, so that rounding up to quanta counts as lost.", "efficiency_bytes"),
          M("served_quanta", Unit::quanta, f(&Summary::served_quanta),
            "Delivered to their destination."),
          M("idle_quanta", Unit::quanta, f(&Summary::idle_quanta),
            "Pair set, nothing left to send.", "idle_quanta")
              .rank(1),
          M("useless_pairs", Unit::count, f(&Summary::useless_pairs),
            "Pairs of settings with nothing left to send in their first slot."),
          M("makespan_ps", Unit::ps, f(&Summary::makespan),
            "Slots, guards, and waits of what is sent on.", "makespan"),
          M("lower_bound_ps", Unit::ps, f(&Summary::lower_bound),
            "No schedule of so many hops takes less, by its fullest line alone."),
          M(
              "bound_ps", Unit::ps, [](const ScheduleRow& r) { return r.figures.bound.makespan; },
              "The tightest bound known: lower_bound_ps or above."),
          M(
              "bound_kind", Unit::text, [](const ScheduleRow& r) { return r.figures.bound.kind; },
              "What gives bound_ps: line, settings or hops (docs/schedulers.md)."),
          M("gap", Unit::ratio, gap, "makespan / bound - 1: no schedule is shorter by more."),
          M("certificate", Unit::text, certificate, "The gap and its bound in words, of best.",
            "certificate")
              .rank(1),
          M("", Unit::ratio, over_bound, "makespan / lower bound; 1 if nothing is to be sent.",
            "over_bound"),
          M("first_permutation_slots", Unit::slots, f(&Summary::first_permutation_slots),
            "Slots the first setting is held.", "first_held"),
          M("decision_wall_ns", Unit::ns, &ScheduleRow::decision_wall_ns,
            "What deciding took on this machine, if anything was decided.", "decided_wall")
              .rank(2),
          M("hops", Unit::count, f(&Summary::hops), "The most that a byte takes.", "hops").rank(1),
          M("family", Unit::text, f(&Summary::family),
            "What its settings are: direct, or shifts of the ports' digits.", "family")
              .rank(2),
          M("valid", Unit::flag, f(&Summary::valid),
            "Judged by the checker: everything is served, no port is used twice.", "valid")
              .rank(2),
          M("quantum_bytes", Unit::bytes, f(&Summary::quantum), "What one port carries in a slot."),
          M("stuffed_quanta", Unit::quanta, f(&Summary::stuffed_quanta),
            "Port x slot with no pair set."),
          M("relayed_quanta", Unit::quanta, f(&Summary::relayed_quanta),
            "Carried to a port on the way."),
          M("guard_ps", Unit::ps, f(&Summary::guard_time), "The guards' part of the makespan."),
          M("forward_ps", Unit::ps, f(&Summary::forward_time),
            "The part of waits for what is sent on."),
          M("eta", Unit::ratio, eta,
            "Slot / (slot + guard): a guard in every slot (Chronos). Absent where slots are of "
            "single bytes, without --bits and --slot: no switch pays a guard for each byte."),
          M("fault", Unit::text, &ScheduleRow::fault, "Why a schedule from a file is not valid.",
            "fault")
              .rank(3),
          M("index", Unit::count, &ScheduleRow::index,
            "Which matrix of a sequence, if all are run.", "index")
              .rank(3),
          M("row_kind", Unit::text, &ScheduleRow::row_kind, "scheduler, beside rows of RTL.",
            "row_kind"),
      });
  return table;
}

}  // namespace jacquard::report
