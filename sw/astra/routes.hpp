// SPDX-License-Identifier: Apache-2.0
// The ways of messages with congestion: through the dimensions in order, along a ring the shorter
// way (upwards where both are as long), through a switch in two links.
#pragma once

#include <vector>

#include "jacquard/astra/delays.hpp"

namespace jacquard::astra {

// A directed link, of an NPU in a dimension: a ring's up and down; fully connected by how far up;
// to the switch and from it.
struct OwnedLink {
  int dimension = 0;
  int owner = 0;
  int which = 0;
};

class Routes {
 public:
  // Where a message is: at an NPU, or at the switch of a dimension behind it.
  struct Stop {
    int at = 0;
    int to = 0;
    int in_switch = -1;  // dimension
  };

  explicit Routes(const Places& places) : places_(places) {}

  // Requires that it is not where it goes.
  OwnedLink next(const Stop& stop) const;
  // One link on. True when it is where it goes.
  bool advance(Stop& stop) const;
  // All links from an NPU to another.
  std::vector<OwnedLink> between(int from, int to) const;

 private:
  int dimension(const Stop& stop) const {
    return stop.in_switch >= 0 ? stop.in_switch : places_.first_difference(stop.at, stop.to);
  }

  const Places& places_;
};

}  // namespace jacquard::astra
