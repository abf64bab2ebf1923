// SPDX-License-Identifier: Apache-2.0
// Graphs that a few numbers describe, and the nodes, links and routes that they mean.
#pragma once

#include "jacquard/topology/user_graph.hpp"

namespace jacquard::topology {

// Of a fat tree or rails; a tree of 65,536 nodes and full bisection has less than half of them.
inline constexpr std::int64_t kMostPlannedLinks = std::int64_t{1} << 20;

// What a UserGraph is made of.
struct GraphPlan {
  int npus = 0;
  int switches = 0;
  std::vector<UserGraph::Edge> edges;
  UserGraph::Options options;
};

// {"down": [4, 4, 16], "up": [1, 4, 4], "bandwidth": [...], "latency": [...]}: the generalised fat
// tree XGFT(h; m1..mh; w1..wh) of Ohring et al. (IPPS 1995): a node of level l has m_l children and
// a node of level l - 1 has w_l parents; level 0 are the NPUs. `up` left out: w1 = 1 and as many
// links up as down in every switch, which is full bisection. Bandwidth and latency are of the
// links below each level, one for all or one for each. Switches are numbered level by level, from
// below. Equal routes are chosen by `digit` unless the file says otherwise. Throws ConfigError.
GraphPlan plan_fat_tree(const config::Json& json, const config::Place& place,
                        const LinkDefaults& defaults);

// {"hosts": 32, "npus_per_host": 8, "hosts_per_leaf": 32, "spines": 0, "host_bandwidth":
// "450 GB/s", "host_latency": "100 ns", "pxn": true}: a rail-optimised fabric. Each host has a
// switch of its own; the i-th NPU of each host is on rail i, whose leaf switches join
// `hosts_per_leaf` hosts each; every spine joins all leaves. NPUs do not forward, but for PXN
// (UserGraph::Options). Switches are numbered hosts, leaves (rail by rail), spines. Equal routes
// as for a fat tree. Throws ConfigError.
GraphPlan plan_rails(const config::Json& json, const config::Place& place,
                     const LinkDefaults& defaults);

}  // namespace jacquard::topology
