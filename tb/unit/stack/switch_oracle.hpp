// SPDX-License-Identifier: Apache-2.0
// Switches that are told each circuit when its use begins, and keep it until one of its ports is
// needed: what Settings says in other words, slot by slot.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "jacquard/stack/settings/settings.hpp"
#include "unit/stack/traced_fabric.hpp"

namespace jacquard::tb {

class SwitchOracle {
 public:
  SwitchOracle(const stack::Stack& stack, const stack::Routes& routes, int channel)
      : stack_(stack), routes_(routes), channel_(channel) {}

  // To be called for slot 0, 1, 2, ... in turn.
  void advance_to(std::int64_t slot) {
    used_.clear();
    for (const stack::Placed& placed : stack_.timeline.placed) {
      if (placed.channel != channel_ || placed.start > slot || placed.end() <= slot) continue;
      const int p = base::at(stack_.plan.pattern_of_round, placed.round);
      for (const Circuit& c : circuits_of(stack_.plan, p)) set(p, placed.part, c);
    }
    for (const auto& [at, out] : used_) {
      for (auto held = held_.begin(); held != held_.end();) {
        const bool same_switch = held->first.first == at.first;
        held = same_switch && (held->first.second == at.second || held->second == out)
                   ? held_.erase(held)
                   : std::next(held);
      }
    }
    for (const auto& circuit : used_) held_.insert(circuit);
  }

  using SwitchPort = std::pair<int, int>;                          // switch, input
  const std::map<SwitchPort, int>& used() const { return used_; }  // to the output
  const std::map<SwitchPort, int>& held() const { return held_; }  // used ones included

 private:
  // Ports by hand, not by switches.hpp.
  void set(int pattern, int part, const Circuit& c) {
    const int link = routes_.link(pattern, part, c.sender);
    if (link == stack::Routes::kNotInPart) return;
    const stack::Sizes& sizes = stack_.sizes;
    const int from = stack_.port(c.sender);
    const int to = stack_.port(c.receiver);
    const int first = from / sizes.leaf_ports;
    const int last = to / sizes.leaf_ports;
    if (link == stack::Routes::kLocal) {
      used_[{first, from - first * sizes.leaf_ports}] = to - first * sizes.leaf_ports;
      return;
    }
    used_[{first, from - first * sizes.leaf_ports}] = sizes.leaf_ports + link;
    const int cable = link / sizes.spines;
    used_[{sizes.leaves + link % sizes.spines, first * sizes.links + cable}] =
        last * sizes.links + cable;
    used_[{last, sizes.leaf_ports + link}] = to - last * sizes.leaf_ports;
  }

  const stack::Stack& stack_;
  const stack::Routes& routes_;
  int channel_;
  std::map<SwitchPort, int> used_;
  std::map<SwitchPort, int> held_;
};

}  // namespace jacquard::tb
