// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/replay_rows.hpp"

namespace jacquard::genstack {

using report::Metric;
using report::MetricTable;
using report::Unit;
using systemc::LateMessage;

const MetricTable<ReplayRow>& replay_metrics() {
  using R = ReplayRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "stack", "A stack that was run in SystemC.",
      {M("traffic", Unit::text, &R::source, "The job of the stack.", "traffic"),
       M(
           "ranks", Unit::count, [](const R& r) { return r.stack->plan.ranks; }, "NPUs.", "ranks"),
       M(
           "completion_ps", Unit::ps, [](const R& r) { return r.outcome->step; },
           "The last NPU's last node has ended."),
       M(
           "step_ps", Unit::ps, [](const R& r) { return r.outcome->step; }, "The same.", "step"),
       M(
           "planned_step_ps", Unit::ps, [](const R& r) { return r.stack->timeline.step; },
           "As the stack says.", "planned"),
       M(
           "slot_ps", Unit::ps, [](const R& r) { return r.stack->clock.slot; }, "T.", "slot"),
       M(
           "slots", Unit::slots, [](const R& r) { return r.outcome->slots; },
           "Until the last circuit is free again.", "slots"),
       M(
           "messages", Unit::count, [](const R& r) { return r.outcome->messages; },
           "Received whole; one a repetition of a round.", "messages"),
       M(
           "bytes_delivered", Unit::bytes, [](const R& r) { return r.outcome->bytes_delivered; },
           "Received where they end.", "bytes"),
       M(
           "bytes_sent_on", Unit::bytes, [](const R& r) { return r.outcome->bytes_sent_on; },
           "Received by others on the way, in exchanges over several hops."),
       M(
           "late_messages", Unit::count, [](const R& r) { return r.outcome->late_messages; },
           "Whose slot came before their data.", "late"),
       M(
           "delayed_ps", Unit::ps, [](const R& r) { return r.outcome->delayed; },
           "That slots waited for data.", "delayed"),
       M(
           "slots_behind", Unit::slots, [](const R& r) { return r.outcome->slots_behind; },
           "Behind the last, for messages that were skipped."),
       M(
           "exchanges", Unit::count, [](const R& r) { return r.outcome->exchanges; },
           "Calls whose demand the run drew."),
       M(
           "exchange_permutations", Unit::count, [](const R& r) { return r.outcome->permutations; },
           "That these were decided to be."),
       M(
           "overflow_slots", Unit::slots, [](const R& r) { return r.outcome->overflow_slots; },
           "That these took beyond those reserved."),
       M(
           "connections", Unit::count, [](const R& r) { return r.outcome->connections; },
           "Circuits that switches made."),
       M(
           "events", Unit::count, [](const R& r) { return r.outcome->events; },
           "Process activations."),
       M("wall_s", Unit::s, &R::wall_s, "What the replay took on this machine.", "wall").rank(2),
       M(
           "events_per_wall_s", Unit::per_s,
           [](const R& r) {
             return r.wall_s > 0 ? static_cast<double>(r.outcome->events) / r.wall_s : 0.0;
           },
           "Events a second of that.")});
  return table;
}

const MetricTable<LateMessage>& late_metrics() {
  using R = LateMessage;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "late", "A message whose slot came before its data.",
      {M("slot", Unit::count, &R::slot, "Number of the slot.", "slot"),
       M("call", Unit::count, &R::call, "Number of the call.", "call"),
       M("round", Unit::count, &R::round, "Number of the round, of the plan.", "round"),
       M("repetition", Unit::count, &R::repetition, "Of the round, from 0.", "repetition"),
       M("sender", Unit::count, &R::sender, "Its rank.", "sender"),
       M("receiver", Unit::count, &R::receiver, "Its rank.", "receiver"),
       M("planned_ps", Unit::ps, &R::planned, "When its slot came.", "planned"),
       M(
           "sent_ps", Unit::ps,
           [](const R& r) { return r.sent.count() > 0 ? std::optional(r.sent) : std::nullopt; },
           "When the slot began that waited for it.", "sent")});
  return table;
}

}  // namespace jacquard::genstack
