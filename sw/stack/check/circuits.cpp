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
      channels_(index(stack.fabric.channels)),
      pairs_(stack.plan.rounds.rounds.size()) {
  const Settings settings(stack, routes);
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    channels_[c].outputs.resize(index(wiring_.switches()));
    channels_[c].before.resize(index(wiring_.switches()));
    for (int s = 0; s < wiring_.switches(); ++s) {
      channels_[c].controllers.emplace_back(encode_configuration(settings, static_cast<int>(c), s),
                                            switch_name(stack.sizes, s));
    }
  }
}

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
      set(slot);
      for (const std::int32_t p : active) follow(base::at(placed, p), slot);
      ++out_.slots;
    }
    ++slot;
  }
  return std::move(out_);
}

void Circuits::set(std::int64_t slot) {
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    Channel& channel = channels_[c];
    for (int s = 0; s < wiring_.switches(); ++s) {
      std::vector<int>& outputs = base::at(channel.outputs, s);
      if (slot < base::at(channel.controllers, s).slots()) {
        base::at(channel.controllers, s).setting(slot, outputs);
      } else {
        outputs.assign(index(wiring_.ports(s)), rounds::kNobody);
      }
      if (outputs == base::at(channel.before, s)) continue;
      require_matching(static_cast<int>(c), s, slot);
      base::at(channel.before, s) = outputs;
    }
  }
}

void Circuits::require_matching(int channel, int number, std::int64_t slot) {
  const std::vector<int>& outputs = base::at(base::at(channels_, channel).outputs, number);
  seen_.assign(index(wiring_.ports(number)), false);
  for (const int out : outputs) {
    if (out < 0) continue;
    const bool exists = index(out) < seen_.size();
    if (exists && !seen_[index(out)]) {
      seen_[index(out)] = true;
      continue;
    }
    out_.faults.add(FaultKind::port, [&] {
      return fmt::format("slot {}, channel {}, {}: output {} {}", slot, channel,
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
  const Wiring::Outputs& outputs = base::at(channels_, placed.channel).outputs;
  for (const Pair& pair : base::at(parts, placed.part)) {
    const Wiring::End end = wiring_.trace(outputs, pair.from);
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
