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
      well &= join({leaf, from_leaf}, from, above(link));
      well &= join({leaf, to_leaf}, above(link), to);
      const int pod_link = routes.pod_link(pattern, part, circuit.sender);
      const Switch first{spine, spine_above(from_leaf, link)};
      const Switch last{spine, spine_above(to_leaf, link)};
      if (pod_link == Routes::kLocal) {
        well &= first == last;
        well &= join(first, cable(from_leaf, link), cable(to_leaf, link));
        continue;
      }
      well &= pod_link >= 0 && pod_link < sizes_.spines * sizes_.pod_links;
      well &= pod_link % sizes_.spines == link % sizes_.spines;
      well &= join(first, cable(from_leaf, link), to_core(pod_link));
      well &= join({core, pod_link % sizes_.cores}, pod_cable(first, pod_link),
                   pod_cable(last, pod_link));
      well &= join(last, to_core(pod_link), cable(to_leaf, link));
    }
    return well;
  }

  // The port at which what `port` sends comes out, or -1.
  int traced(int port) const {
    const int first_leaf = sizes_.leaves == 0 ? 0 : port / sizes_.leaf_ports;
    const int out = output({leaf, first_leaf}, port);
    if (out < 0 || out < sizes_.ports) return out;
    const int link = out - sizes_.ports;
    Switch at{spine, spine_above(first_leaf, link)};
    int down = output(at, cable(first_leaf, link));
    if (down >= to_core(0)) {
      const int pod_link = down - to_core(0);
      const int pod_down = output({core, pod_link % sizes_.cores}, pod_cable(at, pod_link));
      if (pod_down < 0) return -1;
      const int pod = pod_down / (sizes_.spines * sizes_.pod_links);
      at = {spine, pod * sizes_.spines + pod_link % sizes_.spines};
      down = output(at, to_core(pod_down % (sizes_.spines * sizes_.pod_links)));
    }
    if (down < 0) return -1;
    return output({leaf, down / sizes_.uplinks}, above(down % sizes_.uplinks));
  }

 private:
  static constexpr int leaf = 0;
  static constexpr int spine = 1;
  static constexpr int core = 2;
  using Switch = std::pair<int, int>;

  int above(int link) const { return sizes_.ports + link; }
  int cable(int of_leaf, int link) const { return of_leaf * sizes_.uplinks + link; }

  int spine_above(int of_leaf, int link) const {
    const int pod = sizes_.pods == 0 ? 0 : of_leaf / sizes_.pod_leaves;
    return pod * sizes_.spines + link % sizes_.spines;
  }
  int to_core(int pod_link) const { return sizes_.leaves * sizes_.uplinks + pod_link; }
  int pod_cable(Switch at, int pod_link) const {
    return at.second / sizes_.spines * sizes_.spines * sizes_.pod_links + pod_link;
  }

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
