// SPDX-License-Identifier: Apache-2.0
// Any network as an engine sees it: nodes, directed links with numbers, and one route per pair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::topology {

using LinkNumber = std::int64_t;

enum class NodeKind {
  npu,
  packet_switch,   // receives a whole message or packet before it sends it on
  circuit_switch,  // joins two links into one
};

// One direction of a wire. Nodes are numbered from 0: the NPUs, then the switches.
struct Link {
  int from = 0;
  int to = 0;
  base::BytesPerSecond bandwidth{0};
  base::Picoseconds latency{0};
  int dimension = 0;  // of the Fabric; 0 in a user's graph
};

class LinkGraph {
 public:
  virtual ~LinkGraph() = default;

  virtual int npus() const = 0;
  virtual int nodes() const = 0;
  virtual LinkNumber links() const = 0;
  virtual NodeKind kind(int node) const = 0;

  // Requires 0 <= number < links().
  virtual Link link(LinkNumber number) const = 0;
  // The link from one node to another; there is at most one. Requires both to be nodes.
  virtual std::optional<LinkNumber> find(int from, int to) const = 0;

  // Appends the links a message between two NPUs passes, in order; none if they are one. The same
  // every time. May be called from several threads at once.
  virtual void route(int from, int to, std::vector<LinkNumber>& out) const = 0;
};

}  // namespace jacquard::topology
