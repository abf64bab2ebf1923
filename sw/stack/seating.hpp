// SPDX-License-Identifier: Apache-2.0
// At which port each rank of a plan is, and what of the fabric is broken.
#pragma once

#include <tuple>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {

// The cable between a leaf and a spine, both ways.
struct Uplink {
  int leaf = 0;
  int link = 0;

  friend bool operator==(const Uplink& a, const Uplink& b) {
    return a.leaf == b.leaf && a.link == b.link;
  }
  friend bool operator<(const Uplink& a, const Uplink& b) {
    return std::tie(a.leaf, a.link) < std::tie(b.leaf, b.link);
  }
};

// The same on every channel.
struct Seating {
  std::vector<int> port_of;          // of each rank; empty: rank r is at port r
  std::vector<int> failed_ports;     // ascending; no rank is there
  std::vector<Uplink> failed_links;  // ascending; they carry no circuit

  int port(int rank) const { return port_of.empty() ? rank : base::at(port_of, rank); }
};

}  // namespace jacquard::stack
