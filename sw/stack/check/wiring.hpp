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

  // By switch, then input: the output; below 0: none.
  using Outputs = std::vector<std::vector<int>>;

  struct End {
    int port = -1;      // -1: it goes nowhere, ...
    int switch_at = 0;  // ... from this switch on
    int up = -1;        // uplink of the first leaf, and ...
    int down = -1;      // ... of the last; -1: none
  };
  End trace(const Outputs& outputs, int port) const;

 private:
  Sizes sizes_;
};

}  // namespace jacquard::stack::check
