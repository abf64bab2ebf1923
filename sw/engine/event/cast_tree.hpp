// SPDX-License-Identifier: Apache-2.0
// The switches between the members of one group of a cast. What senders send goes up to the root,
// added wherever it meets; there it turns, and is copied wherever receivers part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::engine {

// A link of it.
struct CastEdge {
  std::int64_t link = 0;
  int link_class = 0;
  int node = -1;  // of the tree, that the link leads to; -1: to a receiver ...
  int rank = -1;  // ... of this rank
  bool goes_down = false;
};

struct CastTree {
  struct Node {
    int awaited = 0;             // messages that come up to it, of which it sends on the sum
    bool stores = false;         // keeps messages until they are whole, if switches do
    std::vector<CastEdge> up;    // one; none at the root, and where nothing comes up
    std::vector<CastEdge> down;  // to receivers, or nodes above them
  };
  std::vector<Node> nodes;
  std::vector<CastEdge> from;  // of each sender, in the order asked
  std::vector<int> senders;    // their ranks
  std::string fault = {};      // why there is none, or ""

  // Calls visit(edge) for every link, each of which carries the message once.
  template <class Visit>
  void each_edge(const Visit& visit) const {
    for (const CastEdge& edge : from) visit(edge);
    for (const Node& node : nodes) {
      for (const CastEdge& edge : node.up) visit(edge);
      for (const CastEdge& edge : node.down) visit(edge);
    }
  }
};

// Who is in a group, with their NPUs.
struct CastMember {
  int rank = 0;
  int npu = 0;
  bool sends = false;
  bool receives = false;
};

}  // namespace jacquard::engine
