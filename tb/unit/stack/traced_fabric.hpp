// SPDX-License-Identifier: Apache-2.0
// The switches of a fabric as tables, set by what Routes says, and followed hop by hop: an oracle
// that knows no rule.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "jacquard/stack/routes.hpp"

namespace jacquard::tb {

struct Circuit {
  int sender = 0;
  int receiver = 0;
};

inline std::vector<Circuit> circuits_of(const stack::Plan& plan, int pattern) {
  const auto& of = plan.patterns[static_cast<std::size_t>(pattern)];
  std::vector<Circuit> circuits;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int actor = plan.actor_of[static_cast<std::size_t>(rank)];
    const int to = stack::receiver(of, rank, actor);
    if (to != rounds::kNobody && to != rank) circuits.push_back({rank, to});
  }
  return circuits;
}

// Settings of all switches while some settings of patterns are set together.
class TracedFabric {
 public:
  TracedFabric(const stack::Sizes& sizes) : sizes_(sizes) {}

  // False if an input or an output of a switch is taken already, or a link is out of range.
  bool set(const stack::Plan& plan, const stack::Routes& routes, int pattern, int part) {
    using stack::Routes;
    bool well = true;
    for (const Circuit& circuit : circuits_of(plan, pattern)) {
      const int link = routes.link(pattern, part, circuit.sender);
      if (link == Routes::kNotInPart) continue;
      const int from = routes.port_of_rank(circuit.sender);
      const int to = routes.port_of_rank(circuit.receiver);
      const int from_leaf = sizes_.leaves == 0 ? 0 : from / sizes_.leaf_ports;
      const int to_leaf = sizes_.leaves == 0 ? 0 : to / sizes_.leaf_ports;
      if (link == Routes::kLocal) {
        well &= from_leaf == to_leaf && join({leaf, from_leaf}, from, to);
        continue;
      }
      well &= link >= 0 && link < sizes_.uplinks;
      const int spine_of = link % sizes_.spines;
      well &= join({leaf, from_leaf}, from, above(link));
      well &= join({spine, spine_of}, cable(from_leaf, link), cable(to_leaf, link));
      well &= join({leaf, to_leaf}, above(link), to);
    }
    return well;
  }

  // The port at which what `port` sends comes out, or -1.
  int traced(int port) const {
    const int first_leaf = sizes_.leaves == 0 ? 0 : port / sizes_.leaf_ports;
    const int out = output({leaf, first_leaf}, port);
    if (out < 0 || out < sizes_.ports) return out;
    const int link = out - sizes_.ports;
    const int down = output({spine, link % sizes_.spines}, cable(first_leaf, link));
    if (down < 0) return -1;
    return output({leaf, down / sizes_.uplinks}, above(down % sizes_.uplinks));
  }

 private:
  static constexpr int leaf = 0;
  static constexpr int spine = 1;
  using Switch = std::pair<int, int>;

  int above(int link) const { return sizes_.ports + link; }
  int cable(int of_leaf, int link) const { return of_leaf * sizes_.uplinks + link; }

  bool join(Switch at, int input, int output) {
    const bool free_in = outputs_.emplace(std::make_tuple(at, input), output).second;
    const bool free_out = inputs_.emplace(std::make_tuple(at, output), input).second;
    return free_in && free_out;
  }
  int output(Switch at, int input) const {
    const auto found = outputs_.find(std::make_tuple(at, input));
    return found == outputs_.end() ? -1 : found->second;
  }

  stack::Sizes sizes_;
  std::map<std::tuple<Switch, int>, int> outputs_;
  std::map<std::tuple<Switch, int>, int> inputs_;
};

}  // namespace jacquard::tb
