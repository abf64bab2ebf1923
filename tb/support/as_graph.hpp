// SPDX-License-Identifier: Apache-2.0
// A fabric written out as a graph of links, from what its blocks are said to join.
#pragma once

#include <memory>
#include <vector>

#include "jacquard/topology/fabric.hpp"
#include "jacquard/topology/user_graph.hpp"

namespace jacquard::tb {

inline std::unique_ptr<topology::UserGraph> as_graph(const topology::Fabric& fabric) {
  std::vector<topology::UserGraph::Edge> edges;
  const auto add = [&](int from, int to, const topology::Dimension& d) {
    edges.push_back({{from, to, d.bandwidth, d.latency}, {"graph", ""}});
  };
  int switches = 0;
  topology::UserGraph::Options options;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& dimension = fabric.dimension(d);
    if (dimension.size == 1) continue;
    for (int npu = 0; npu < fabric.npus(); ++npu) {
      const auto ahead = [&](int by) {
        return fabric.with_digit(npu, d, (fabric.digit(npu, d) + by) % dimension.size);
      };
      if (topology::has_switch(dimension.block)) {
        const int hub = fabric.npus() + switches + fabric.instance(npu, d);
        add(npu, hub, dimension);
        add(hub, npu, dimension);
      } else if (dimension.block == topology::Block::ring) {
        add(npu, ahead(1), dimension);
        if (dimension.size > 2) add(npu, ahead(dimension.size - 1), dimension);
      } else {
        for (int by = 1; by < dimension.size; ++by) add(npu, ahead(by), dimension);
      }
    }
    if (!topology::has_switch(dimension.block)) continue;
    for (int i = 0; i < fabric.npus() / dimension.size; ++i, ++switches) {
      if (dimension.block == topology::Block::switched) continue;
      options.circuit_switches.push_back(fabric.npus() + switches);
    }
  }
  return std::make_unique<topology::UserGraph>(fabric.npus(), switches, edges,
                                               config::Place{"graph", ""}, options);
}

}  // namespace jacquard::tb
