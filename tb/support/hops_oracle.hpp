// SPDX-License-Identifier: Apache-2.0
// LEMON's breadth-first search as an oracle for routes.
#pragma once

#include <lemon/bfs.h>
#include <lemon/list_graph.h>

#include <vector>

#include "jacquard/topology/user_graph.hpp"

namespace jacquard::tb {

class HopsOracle {
 public:
  explicit HopsOracle(const topology::UserGraph& links) {
    for (int node = 0; node < links.nodes(); ++node) nodes_.push_back(graph_.addNode());
    for (topology::LinkNumber number = 0; number < links.links(); ++number) {
      const topology::Link link = links.link(number);
      graph_.addArc(at(link.from), at(link.to));
    }
  }

  // Least links from a node to each; -1 where there is no way.
  std::vector<int> from(int source) const {
    lemon::Bfs<lemon::ListDigraph> bfs(graph_);
    bfs.run(at(source));
    std::vector<int> hops;
    for (const auto& node : nodes_) hops.push_back(bfs.reached(node) ? bfs.dist(node) : -1);
    return hops;
  }

 private:
  lemon::ListDigraph::Node at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }

  lemon::ListDigraph graph_;
  std::vector<lemon::ListDigraph::Node> nodes_;
};

// Whether the links lead from one node to the other without a gap.
inline bool leads(const topology::UserGraph& links, int from, int to,
                  const std::vector<topology::LinkNumber>& route) {
  for (const topology::LinkNumber number : route) {
    if (links.link(number).from != from) return false;
    from = links.link(number).to;
  }
  return from == to;
}

}  // namespace jacquard::tb
