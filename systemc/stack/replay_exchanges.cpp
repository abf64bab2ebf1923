// SPDX-License-Identifier: Apache-2.0
// What the board does for calls whose slots are reserved and whose demand the run draws.
#include <fmt/format.h>

#include <algorithm>

#include "systemc/circuit/colour_edges.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/stack/replay_board.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using stack::Reserved;
using stack::Routes;

}  // namespace

// How many calls should begin in the slot and are not entered by all.
int ReplayBoard::late_exchanges(bool record) {
  int late = 0;
  for (const int number : calendar_->at_next().reserved_begins) {
    const int call = calendar_->reserved(number).call;
    if (calls_.all_entered(call)) continue;
    ++late;
    if (record) ++out_.late_messages;
  }
  return late;
}

bool ReplayBoard::overflows() const {
  const std::vector<int>& ends = calendar_->at_next().reserved_ends;
  return std::any_of(ends.begin(), ends.end(), [&](int number) {
    const auto at = running_.find(number);
    return at != running_.end() && !at->second.exchange.finished();
  });
}

// NPUs report their demand when they enter; a report, and a permutation, takes half of t_max.
void ReplayBoard::begin_exchange(int number) {
  const Reserved& reserved = calendar_->reserved(number);
  const Picoseconds half{stack_.clock.flight.count() / 2};
  auto groups = exchange_groups(stack_.plan, reserved.call, base::at(nth_, reserved.call),
                                options_.on_demand);
  Exchange exchange(std::move(groups), options_.on_demand, known_at_.at(reserved.call) + half,
                    stack_.clock.flight - half, stack_.clock);
  running_.emplace(number,
                   Running{reserved.call, reserved.channel, std::move(exchange), false, {}});
  ++out_.exchanges;
}

void ReplayBoard::release(Running& running) {
  StackSwitches& channel = *base::at(channels_, running.channel);
  for (const PortCircuit& circuit : running.circuits) channel.disconnect(circuit, now());
  running.circuits.clear();
}

// Those whose slots end where the next begins: what waits for them may be sent in that one.
void ReplayBoard::end_exchanges() {
  for (const int number : calendar_->at_next().reserved_ends) {
    if (running_.count(number) != 0) end_exchange(number);
  }
}

// As planned, a call that waits for its demand is over with its reserved slots (compose.hpp).
void ReplayBoard::end_exchange(int number) {
  const auto at = running_.find(number);
  Running& running = at->second;
  release(running);
  out_.permutations += running.exchange.permutations();
  const bool by_dependency = stack_.clock.sync == stack::Sync::on_dependency;
  note_due(now() + (by_dependency ? stack_.clock.flight : Picoseconds{0}), {kNoRank, running.call});
  running_.erase(at);
}

// The first link from `first_link` on that is free and works on both sides.
bool ReplayBoard::find_link(const Running& running, PortCircuit& circuit, int first_link) const {
  const StackSwitches& channel = *base::at(channels_, running.channel);
  const stack::Sizes& sizes = stack_.sizes;
  const auto& failed = stack_.seating.failed_links;
  const auto works = [&](int port, int link) {
    return !std::binary_search(failed.begin(), failed.end(),
                               stack::Uplink{port / sizes.leaf_ports, link});
  };
  for (int k = 0; k < sizes.uplinks; ++k) {
    circuit.link = (first_link + k) % sizes.uplinks;
    if (works(circuit.from, circuit.link) && works(circuit.to, circuit.link) &&
        channel.is_free(circuit)) {
      return true;
    }
  }
  return false;
}

// One slot of these calls. A circuit that finds no way through the tiers waits.
void ReplayBoard::run_exchanges(const std::vector<int>& reserved) {
  const bool tiers = stack_.sizes.leaves > 0;
  const auto leaf = [&](int port) { return port / stack_.sizes.leaf_ports; };
  const auto stays = [&](const PortCircuit& c) {
    return !tiers || (stack_.fabric.local && leaf(c.from) == leaf(c.to));
  };
  struct Sending {
    Running* running;
    Exchange::Wish wish;
    PortCircuit circuit;
  };
  std::vector<Sending> all;
  std::vector<Edge> up;
  for (const int number : reserved) {
    Running& running = running_.at(number);
    if (running.had_slot) running.exchange.next(now());
    running.had_slot = true;
    release(running);
    for (const Exchange::Wish& wish : running.exchange.wishes(now())) {
      const PortCircuit circuit{stack_.port(wish.from), stack_.port(wish.to), Routes::kLocal};
      all.push_back({&running, wish, circuit});
      if (!stays(circuit)) up.push_back({leaf(circuit.from), leaf(circuit.to)});
    }
  }
  const std::vector<int> colours =
      up.empty() ? std::vector<int>{} : colour_edges(up, stack_.sizes.leaves);
  std::size_t edge = 0;
  const stack::SlotClock& clock = stack_.clock;
  for (Sending& sending : all) {
    Running& running = *sending.running;
    if (!stays(sending.circuit) && !find_link(running, sending.circuit, colours[edge++])) continue;
    base::at(channels_, running.channel)->connect(sending.circuit, now(), clock.guard);
    running.circuits.push_back(sending.circuit);
    const Bytes bytes = std::min(sending.wish.left, clock.capacity(1, false));
    Message message;
    for (const Exchange::Part& part : running.exchange.sent(sending.wish, bytes)) {
      if (part.destination == sending.wish.to) message.ends += part.bytes;
    }
    const Picoseconds head = now() + clock.guard;
    const Picoseconds tail = head + base::transfer_time(bytes, clock.rate);
    if (options_.keep) {
      out_.trace.activities.push_back({fmt::format("npu {}", sending.wish.from),
                                       fmt::format("sends to {} (drawn)", sending.wish.to), head,
                                       tail});
    }
    message.to = sending.wish.to;
    message.drawn = true;
    message.last = bytes == sending.wish.left;
    launch({running.channel, sending.circuit, {0, bytes.count()}, head, tail}, message);
  }
}

}  // namespace jacquard::systemc
