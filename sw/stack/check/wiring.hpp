// SPDX-License-Identifier: Apache-2.0
// The cables between switches, and where a signal ends that goes through them.
#pragma once

#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/stack/fabric.hpp"

namespace jacquard::stack::check {

// One channel. NPU port p is at leaf p / leaf ports. A leaf's inputs and outputs are its NPUs, then
// its uplinks 0, 1, ...; uplink u goes to spine u mod spines, whose ports are, leaf by leaf, the
// links of that leaf in ascending order. Leaves are switches 0, 1, ...; spines follow them. One
// tier: switch 0, which has all ports. Three tiers: spines follow pod by pod, each with its uplinks
// behind its leaves; the k-th of spine s is uplink s + k x spines of the pod. Uplink v goes to core
// v mod cores, whose ports are, pod by pod, the uplinks of that pod in ascending order.
class Wiring {
 public:
  explicit Wiring(const Sizes& sizes);

  int switches() const { return sizes_.switches(); }
  int ports(int number) const;  // of a switch

  struct End {
    int port = -1;      // -1: it goes nowhere, ...
    int switch_at = 0;  // ... from this switch on
    int up = -1;        // uplink of the first leaf, and ...
    int down = -1;      // ... of the last; -1: none
  };
  // `outputs_of(switch)` lists the output of each of its inputs; below 0: none. Only the switches
  // on the way are asked for.
  template <class OutputsOf>
  End trace(const OutputsOf& outputs_of, int port) const;

 private:
  Sizes sizes_;
};

template <class OutputsOf>
Wiring::End Wiring::trace(const OutputsOf& outputs_of, int port) const {
  const auto output = [&](int number, int input) {
    const std::vector<int>& of = outputs_of(number);
    return base::index(input) < of.size() ? base::at(of, input) : -1;
  };
  if (sizes_.leaves == 0) return {output(0, port), 0, -1, -1};
  const int leaf = port / sizes_.leaf_ports;
  const int out = output(leaf, port % sizes_.leaf_ports);
  if (out < 0) return {-1, leaf, -1, -1};
  if (out < sizes_.leaf_ports) return {leaf * sizes_.leaf_ports + out, leaf, -1, -1};

  const int up = out - sizes_.leaf_ports;
  if (up >= sizes_.uplinks) return {-1, leaf, -1, -1};
  const int spine = up % sizes_.spines;
  const int below = sizes_.pods == 0 ? sizes_.leaves : sizes_.pod_leaves;  // leaves of a spine
  int pod = leaf / below;
  int at_spine = sizes_.leaves + pod * sizes_.spines + spine;
  int from_spine = output(at_spine, leaf % below * sizes_.links + up / sizes_.spines);
  const int downlinks = below * sizes_.links;
  if (from_spine >= downlinks && from_spine < downlinks + sizes_.pod_links) {
    const int pod_link = (from_spine - downlinks) * sizes_.spines + spine;
    const int core = sizes_.leaves + sizes_.pods * sizes_.spines + pod_link % sizes_.cores;
    const int row = pod_link / sizes_.cores;
    const int from_core = output(core, pod * sizes_.core_links + row);
    if (from_core < 0 || from_core >= sizes_.pods * sizes_.core_links) return {-1, core, up, -1};
    pod = from_core / sizes_.core_links;
    const int pod_down = from_core % sizes_.core_links * sizes_.cores + pod_link % sizes_.cores;
    at_spine = sizes_.leaves + pod * sizes_.spines + spine;
    from_spine = output(at_spine, downlinks + pod_down / sizes_.spines);
  }
  if (from_spine < 0 || from_spine >= downlinks) return {-1, at_spine, up, -1};

  const int last = pod * below + from_spine / sizes_.links;
  const int down = from_spine % sizes_.links * sizes_.spines + spine;
  if (last >= sizes_.leaves) return {-1, at_spine, up, down};
  const int end = output(last, sizes_.leaf_ports + down);
  if (end < 0 || end >= sizes_.leaf_ports) return {-1, last, up, down};
  return {last * sizes_.leaf_ports + end, last, up, down};
}

}  // namespace jacquard::stack::check
