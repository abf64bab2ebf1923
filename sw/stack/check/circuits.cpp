// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/circuits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/stack/check/words.hpp"
#include "jacquard/stack/switches.hpp"

namespace jacquard::stack::check {

using base::index;

Circuits::Circuits(const Stack& stack, const Routes& routes, const Goals& goals)
    : stack_(stack),
      routes_(routes),
      goals_(goals),
      wiring_(stack.sizes),
      settings_(stack, routes),
      switches_(index(stack.fabric.channels) * index(wiring_.switches())),
      pairs_(stack.plan.rounds.rounds.size()) {}

Traced Circuits::run(const std::optional<std::vector<std::int64_t>>& slots) {
  const std::vector<Placed>& placed = stack_.timeline.placed;
  std::vector<std::int32_t> active;
  std::size_t next = 0;
  std::size_t chosen = 0;
  std::int64_t slot = 0;
  while (true) {
    if (slots) {
      if (chosen >= slots->size()) break;
      slot = (*slots)[chosen++];
    } else if (active.empty()) {
      if (next >= placed.size()) break;
      slot = std::max(slot, placed[next].start);
    }
    while (next < placed.size() && placed[next].start <= slot) {
      active.push_back(static_cast<std::int32_t>(next++));
    }
    active.erase(std::remove_if(active.begin(), active.end(),
                                [&](std::int32_t p) { return base::at(placed, p).end() <= slot; }),
                 active.end());
    if (slots || !active.empty()) {
      for (const std::int32_t p : active) follow(base::at(placed, p), slot);
      ++out_.slots;
    }
    ++slot;
  }
  return std::move(out_);
}

const std::vector<int>& Circuits::outputs(int channel, int number, std::int64_t slot) {
  Switch& at = base::at(switches_, base::cell(channel, number, wiring_.switches()));
  if (at.slot == slot) return at.outputs;
  if (!at.controller) {
    at.controller.emplace(encode_configuration(settings_, channel, number),
                          switch_name(stack_.sizes, number));
  }
  at.slot = slot;
  if (slot < at.controller->slots()) {
    at.controller->setting(slot, at.outputs);
  } else {
    at.outputs.assign(index(wiring_.ports(number)), rounds::kNobody);
  }
  if (at.outputs != at.before) {
    require_matching(at, channel, number);
    at.before = at.outputs;
  }
  return at.outputs;
}

void Circuits::require_matching(const Switch& at, int channel, int number) {
  seen_.assign(index(wiring_.ports(number)), false);
  for (const int out : at.outputs) {
    if (out < 0) continue;
    const bool exists = index(out) < seen_.size();
    if (exists && !seen_[index(out)]) {
      seen_[index(out)] = true;
      continue;
    }
    out_.faults.add(FaultKind::port, [&] {
      return fmt::format("slot {}, channel {}, {}: output {} {}", at.slot, channel,
                         switch_name(stack_.sizes, number), out,
                         exists ? "has two inputs" : "is not there");
    });
  }
}

bool Circuits::has_failed(int port, int uplink) const {
  if (uplink < 0) return false;
  const auto& links = stack_.seating.failed_links;
  return std::binary_search(links.begin(), links.end(),
                            Uplink{port / stack_.sizes.leaf_ports, uplink});
}

void Circuits::follow(const Placed& placed, std::int64_t slot) {
  const Plan& plan = stack_.plan;
  const int of = base::at(plan.calls, placed.call).of;
  const auto& party = base::at(goals_.parties, of);
  if (party == nullptr) return;
  const int pattern = base::at(plan.pattern_of_round, placed.round);
  std::vector<std::vector<Pair>>& parts = base::at(pairs_, placed.round);
  if (parts.empty()) {
    parts.resize(index(routes_.parts(pattern)));
    for (const auto& message :
         party->messages(placed.round - base::at(plan.templates, of).first_round)) {
      const int from = party->rank(message.from);
      for (std::size_t part = 0; part < parts.size(); ++part) {
        if (routes_.link(pattern, static_cast<int>(part), from) == Routes::kNotInPart) continue;
        parts[part].push_back({stack_.port(from), stack_.port(party->rank(message.to))});
      }
    }
  }
  const auto outputs_of = [&](int number) -> const std::vector<int>& {
    return outputs(placed.channel, number, slot);
  };
  for (const Pair& pair : base::at(parts, placed.part)) {
    const Wiring::End end = wiring_.trace(outputs_of, pair.from);
    ++out_.circuits;
    const bool failed = has_failed(pair.from, end.up) || has_failed(pair.to, end.down);
    if (end.port == pair.to && !failed) continue;
    out_.faults.add(failed ? FaultKind::placement : FaultKind::circuit, [&] {
      const auto repetition = static_cast<std::int32_t>((slot - placed.start) / placed.slots);
      return fmt::format(
          "slot {}, channel {}: what port {} sends {}, at {}; {} is for port {}", slot,
          placed.channel, pair.from,
          failed         ? fmt::format("takes uplink {} or {}, which has failed", end.up, end.down)
          : end.port < 0 ? "goes nowhere"
                         : fmt::format("ends at port {}", end.port),
          switch_name(stack_.sizes, end.switch_at),
          round_in_words(plan, placed.call, placed.round, placed.first_repetition + repetition),
          pair.to);
    });
  }
}

}  // namespace jacquard::stack::check
