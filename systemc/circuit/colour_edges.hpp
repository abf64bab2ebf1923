// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace jacquard::systemc {

struct Edge {
  int from;
  int to;
};

// Colours the edges of a bipartite multigraph so that no two of a colour share an end. There are as
// many colours as the largest degree (Koenig 1916, by alternating paths). `from` and `to` are in
// 0..nodes-1, each a side of its own. Returns a colour per edge, from 0.
std::vector<int> colour_edges(const std::vector<Edge>& edges, int nodes);

}  // namespace jacquard::systemc
