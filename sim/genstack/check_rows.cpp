// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/check_rows.hpp"

namespace jacquard::genstack {

using report::Metric;
using report::MetricTable;
using report::Unit;

const MetricTable<CheckRow>& check_metrics() {
  using R = CheckRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "check", "What following a stack's messages found.",
      {M("covered", Unit::text, &R::covered, "all; slots: those drawn; actor: those of one.",
         "covered"),
       M(
           "calls", Unit::count, [](const R& r) { return r.verdict.calls; },
           "Calls whose messages were looked at.", "calls"),
       M(
           "messages", Unit::count, [](const R& r) { return r.verdict.messages; },
           "Messages that arrived, each rank's on its own.", "messages"),
       M(
           "circuits", Unit::count, [](const R& r) { return r.verdict.circuits; },
           "Circuits traced from port to port through the switches' settings.", "circuits"),
       M(
           "slots", Unit::slots, [](const R& r) { return r.verdict.slots; },
           "Slots whose settings were looked at.", "slots"),
       M(
           "bytes_expected", Unit::bytes, [](const R& r) { return r.verdict.bytes_expected; },
           "Of results that ranks must get from others, by their collectives.", "expected"),
       M(
           "bytes_delivered", Unit::bytes, [](const R& r) { return r.verdict.bytes_delivered; },
           "Of them, those that are right when their call has ended.", "delivered"),
       M(
           "duplicates", Unit::count, [](const R& r) { return r.verdict.duplicates; },
           "Messages, parts of messages or results that came more than once.", "duplicates"),
       M(
           "conflicts", Unit::count, [](const R& r) { return r.verdict.conflicts; },
           "Inputs or outputs of switches that are used twice in a slot.", "conflicts"),
       M(
           "faults", Unit::count, [](const R& r) { return r.verdict.faults.all(); },
           "Everything that does not hold, duplicates and conflicts included.", "faults"),
       M("step_ps", Unit::ps, &R::step_ps, "The step's time that the stack claims.", "step"),
       M("wall_s", Unit::s, &R::wall_s, "Time it took, reading included.", "wall"),
       M("peak_bytes", Unit::bytes, &R::peak_bytes, "Most memory of the process.", "peak memory")});
  return table;
}

const MetricTable<stack::check::Fault>& fault_metrics() {
  using R = stack::check::Fault;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "fault", "What does not hold of a stack; the first of each kind.",
      {M(
           "kind", Unit::text, [](const R& r) { return std::string(name_of(r.kind)); },
           "port, circuit, capacity, early, order, twice, missing, placement, claim or job."),
       M("fault", Unit::text, &R::words, "Slot, port, switch, call and rank.")},
      report::Columns::all);
  return table;
}

}  // namespace jacquard::genstack
