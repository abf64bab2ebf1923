// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/show_rows.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/stack/switches.hpp"

namespace jacquard::genstack {
namespace {

using base::at;
using stack::Placed;
using stack::Settings;
using stack::Stack;

// Calls take(placed) for each that is in use in the slot.
template <class Take>
void each_in_use(const Stack& stack, std::int64_t slot, const Take& take) {
  for (const Placed& placed : stack.timeline.placed) {
    if (placed.start > slot) return;
    if (placed.end() > slot) take(placed);
  }
}

// Calls take(rank, receiver) for each rank that sends.
template <class Take>
void each_message(const Stack& stack, const Settings& settings, const Placed& placed,
                  const Take& take) {
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    const int to = settings.receiver(placed, stack.port(rank));
    if (to != rounds::kNobody) take(rank, to);
  }
}

std::optional<int> known(int number) {
  return number < 0 ? std::nullopt : std::optional<int>(number);
}

SendRow row_of(const Stack& stack, const Placed& placed, std::int64_t slot) {
  const stack::Call& call = at(stack.plan.calls, placed.call);
  const stack::Template& of = stack.plan.template_of(call);
  SendRow row;
  row.channel = placed.channel;
  row.label = at(stack.plan.labels, of.label);
  row.call = placed.call;
  row.micro_batch = known(call.micro_batch);
  row.layer = known(call.layer);
  row.round = placed.round - of.first_round;
  row.repetition = placed.first_repetition + static_cast<int>((slot - placed.start) / placed.slots);
  row.bytes = placed.bytes;
  return row;
}

// What a spine's port leads to: an uplink of a leaf, or a core.
std::string end_of_spine(const stack::Sizes& sizes, int spine, int port) {
  const int pod = spine / sizes.spines;
  const int place = spine % sizes.spines;
  const int leaves = sizes.pods == 0 ? sizes.leaves : sizes.pod_leaves;
  const int below = leaves * sizes.links;
  if (port >= below) {
    const int pod_link = (port - below) * sizes.spines + place;
    return stack::switch_name(sizes, stack::core_of(sizes, pod_link));
  }
  return fmt::format("leaf{} uplink {}", pod * leaves + port / sizes.links,
                     port % sizes.links * sizes.spines + place);
}

std::string end_of(const stack::Sizes& sizes, int number, int port) {
  if (sizes.leaves == 0) return fmt::format("npu {}", port);
  const int spine = number - sizes.leaves;
  if (spine >= sizes.all_spines()) {
    const int pod = port / sizes.core_links;
    const int pod_link = port % sizes.core_links * sizes.cores + spine - sizes.all_spines();
    return fmt::format("spine{} uplink {}", pod * sizes.spines + pod_link % sizes.spines,
                       pod_link / sizes.spines);
  }
  if (spine >= 0) return end_of_spine(sizes, spine, port);
  if (port < sizes.leaf_ports) return fmt::format("npu {}", number * sizes.leaf_ports + port);
  const int link = port - sizes.leaf_ports;
  return stack::switch_name(sizes, stack::spine_of(sizes, number, link));
}

using report::Metric;
using report::MetricTable;
using report::Unit;
using SendMetrics = std::vector<Metric<SendRow>>;

void append(SendMetrics& all, SendMetrics more) {
  for (Metric<SendRow>& metric : more) all.push_back(std::move(metric));
}

SendMetrics metrics_of_what_is_sent() {
  using R = SendRow;
  using M = Metric<R>;
  return {
      M("label", Unit::text, &R::label, "Of the call's groups; empty if nothing is sent.", "of"),
      M("call", Unit::count, &R::call, "Its number in the stack.", "call"),
      M("micro_batch", Unit::count, &R::micro_batch, "Of the call, if it has one.", "micro-batch"),
      M("layer", Unit::count, &R::layer, "Of the call, if it has one.", "layer"),
      M("round", Unit::count, &R::round, "Of the call, from 0.", "round"),
      M("repetition", Unit::count, &R::repetition, "Of the round, from 0.", "repetition"),
      M("bytes", Unit::bytes, &R::bytes, "Of a message, in all its slots.", "bytes")};
}

}  // namespace

const MetricTable<SlotRow>& shown_slot_metrics() {
  using R = SlotRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "slot", "A slot of a stack.",
      {M("slot", Unit::count, &R::slot, "Its number, from 0.", "slot"),
       M("begins_ps", Unit::ps, &R::begins, "When it begins.", "begins"),
       M("slots", Unit::slots, &R::slots, "Slots of the stack.", "of"),
       M("sending_ports", Unit::count, &R::sending_ports, "Ports that send, of all channels.",
         "sending ports"),
       M("calls", Unit::count, &R::calls, "Calls that send.", "calls"),
       M("reserved_actors", Unit::count, &R::reserved,
         "Actors whose ports are left to the scheduler of the run.", "reserved")});
  return table;
}

const MetricTable<SendRow>& shown_actor_metrics() {
  using R = SendRow;
  using M = Metric<R>;
  static const MetricTable<R> table("actor", "What the ranks of an actor send in the slot.", [] {
    SendMetrics all = {
        M("channel", Unit::count, &R::channel, "Of the ports.", "channel"),
        M("actor", Unit::text, &R::actor, "Whose ranks send.", "actor"),
        M("ports", Unit::count, &R::ports, "Ports that send.", "ports"),
    };
    append(all, metrics_of_what_is_sent());
    return all;
  }());
  return table;
}

const MetricTable<SendRow>& shown_port_metrics() {
  using R = SendRow;
  using M = Metric<R>;
  static const MetricTable<R> table("port", "What a port sends in the slot.", [] {
    SendMetrics all = {
        M("channel", Unit::count, &R::channel, "Of the port.", "channel"),
        M("port", Unit::count, &R::port, "Its number.", "port"),
        M("rank", Unit::count, &R::rank, "At the port, if one is.", "rank"),
        M("peer", Unit::count, &R::peer, "The port that receives, if it sends.", "peer"),
    };
    append(all, metrics_of_what_is_sent());
    return all;
  }());
  return table;
}

const MetricTable<InputRow>& shown_input_metrics() {
  using R = InputRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "input", "Where an input of a switch leads in the slot.",
      {M("switch", Unit::text, &R::name, "Its name.", "switch"),
       M("input", Unit::count, &R::input, "Its number.", "input"),
       M("from", Unit::text, &R::from, "What is connected to it.", "from"),
       M("output", Unit::count, &R::output, "If it leads to one.", "output"),
       M("to", Unit::text, &R::to, "What is connected to the output.", "to"),
       M("state", Unit::text, &R::state,
         "used; held: set from before, and nothing is sent; idle; on-demand: as the scheduler of "
         "the run says.",
         "state")});
  return table;
}

SlotRow shown_slot(const Settings& settings, std::int64_t slot) {
  const Stack& stack = settings.stack();
  SlotRow row;
  row.slot = slot;
  row.begins = base::times(stack.clock.slot, slot);
  row.slots = settings.slots();
  std::set<std::pair<int, int>> senders;
  std::set<int> calls;
  each_in_use(stack, slot, [&](const Placed& placed) {
    calls.insert(placed.call);
    each_message(stack, settings, placed,
                 [&](int rank, int) { senders.emplace(placed.channel, rank); });
  });
  for (const stack::Reserved& reserved : stack.timeline.reserved) {
    if (reserved.start <= slot && slot < reserved.start + reserved.slots) {
      row.reserved += at(stack.plan.calls, reserved.call).sides;
    }
  }
  row.sending_ports = static_cast<std::int64_t>(senders.size());
  row.calls = static_cast<std::int64_t>(calls.size());
  return row;
}

std::vector<SendRow> shown_actors(const Settings& settings, std::int64_t slot) {
  const Stack& stack = settings.stack();
  std::vector<SendRow> rows;
  each_in_use(stack, slot, [&](const Placed& placed) {
    std::vector<std::int64_t> ports(stack.plan.actors.size(), 0);
    each_message(stack, settings, placed,
                 [&](int rank, int) { ++at(ports, at(stack.plan.actor_of, rank)); });
    for (std::size_t actor = 0; actor < ports.size(); ++actor) {
      if (ports[actor] == 0) continue;
      SendRow row = row_of(stack, placed, slot);
      row.actor = stack.plan.actors[actor].name;
      row.ports = ports[actor];
      rows.push_back(std::move(row));
    }
  });
  return rows;
}

std::vector<SendRow> shown_ports(const Settings& settings, std::int64_t slot, int first, int last) {
  const Stack& stack = settings.stack();
  std::vector<SendRow> rows;
  for (int channel = 0; channel < stack.fabric.channels; ++channel) {
    for (int port = first; port <= last; ++port) {
      SendRow idle;
      idle.channel = channel;
      idle.port = port;
      idle.rank = known(settings.rank_at(port));
      const std::vector<std::int32_t> sent = settings.sent(channel, port, slot);
      if (sent.empty()) rows.push_back(idle);
      for (const std::int32_t number : sent) {
        const Placed& placed = at(stack.timeline.placed, number);
        SendRow row = row_of(stack, placed, slot);
        row.port = port;
        row.rank = idle.rank;
        row.peer = settings.receiver(placed, port);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

std::vector<InputRow> shown_inputs(const Settings& settings, const stack::Routes& routes,
                                   int channel, int switch_number, std::int64_t slot) {
  const Stack& stack = settings.stack();
  std::vector<int> used(base::index(settings.ports(switch_number)), rounds::kNobody);
  each_in_use(stack, slot, [&](const Placed& placed) {
    if (placed.channel != channel) return;
    const int pattern = at(stack.plan.pattern_of_round, placed.round);
    for (int rank = 0; rank < stack.plan.ranks; ++rank) {
      const int to =
          stack::receiver(at(stack.plan.patterns, pattern), rank, at(stack.plan.actor_of, rank));
      stack::each_crossing(stack, routes, pattern, placed.part, rank, to,
                           [&](int number, const stack::Circuit& circuit) {
                             if (number == switch_number) at(used, circuit.in) = circuit.out;
                           });
    }
  });
  std::vector<int> outputs;
  settings.setting(channel, switch_number, slot, outputs);
  std::vector<InputRow> rows;
  for (int input = 0; input < static_cast<int>(outputs.size()); ++input) {
    InputRow row;
    row.name = stack::switch_name(stack.sizes, switch_number);
    row.input = input;
    row.from = end_of(stack.sizes, switch_number, input);
    const int output = at(outputs, input);
    if (output >= 0) {
      row.output = output;
      row.to = end_of(stack.sizes, switch_number, output);
      row.state = at(used, input) == output ? "used" : "held";
    } else {
      row.state = output == stack::kOnDemand ? "on-demand" : "idle";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jacquard::genstack
