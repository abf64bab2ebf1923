// SPDX-License-Identifier: Apache-2.0
// Numbers and names of the switches of a channel, and of their ports. One tier: the crossbar is
// switch 0, and NPU port p is its port p. Two tiers: leaf l is switch l, spine s is leaves + s.
// Three: spine s of pod q is leaves + q x spines + s; cores follow.
#pragma once

#include <string>

#include "jacquard/stack/fabric.hpp"

namespace jacquard::stack {

inline bool is_leaf(const Sizes& sizes, int number) { return number < sizes.leaves; }
inline int leaf_of(const Sizes& sizes, int port) {
  return sizes.leaves == 0 ? 0 : port / sizes.leaf_ports;
}
// Of the leaf, or the crossbar, at which NPU port `port` is.
inline int port_at_leaf(const Sizes& sizes, int port) { return port % sizes.leaf_ports; }
inline int uplink_at_leaf(const Sizes& sizes, int link) { return sizes.leaf_ports + link; }
inline int pod_of(const Sizes& sizes, int leaf) {
  return sizes.pods == 0 ? 0 : leaf / sizes.pod_leaves;
}
// The spine that an uplink of a leaf leads to, and the spine's port for it.
inline int spine_of(const Sizes& sizes, int leaf, int link) {
  return sizes.leaves + pod_of(sizes, leaf) * sizes.spines + link % sizes.spines;
}
inline int port_at_spine(const Sizes& sizes, int leaf, int link) {
  const int below = sizes.pods == 0 ? leaf : leaf % sizes.pod_leaves;
  return below * sizes.links + link / sizes.spines;
}
// Three tiers: the spine's port for an uplink of its pod; the core that this leads to, and the
// core's port for it.
inline int uplink_at_spine(const Sizes& sizes, int pod_link) {
  return sizes.pod_leaves * sizes.links + pod_link / sizes.spines;
}
inline int core_of(const Sizes& sizes, int pod_link) {
  return sizes.leaves + sizes.all_spines() + pod_link % sizes.cores;
}
inline int port_at_core(const Sizes& sizes, int pod, int pod_link) {
  return pod * sizes.core_links + pod_link / sizes.cores;
}
// Ports of a switch in use, numbered from 0; its radix may be larger.
int ports_of_switch(const Sizes& sizes, int number);

// "crossbar", "leaf3", "spine0", "core5".
std::string switch_name(const Sizes& sizes, int number);
// The number of that name. Throws ConfigError of `source` for a name that no switch has.
int switch_named(const Sizes& sizes, const std::string& name, const std::string& source);

}  // namespace jacquard::stack
