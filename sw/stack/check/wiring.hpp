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
// tier: switch 0, which has all ports.
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
  const int at_spine = sizes_.leaves + spine;
  const int from_spine = output(at_spine, leaf * sizes_.links + up / sizes_.spines);
  if (from_spine < 0 || from_spine >= sizes_.leaves * sizes_.links) return {-1, at_spine, up, -1};

  const int last = from_spine / sizes_.links;
  const int down = from_spine % sizes_.links * sizes_.spines + spine;
  const int end = output(last, sizes_.leaf_ports + down);
  if (end < 0 || end >= sizes_.leaf_ports) return {-1, last, up, down};
  return {last * sizes_.leaf_ports + end, last, up, down};
}

}  // namespace jacquard::stack::check
