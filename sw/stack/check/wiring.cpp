// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/wiring.hpp"

namespace jacquard::stack::check {

Wiring::Wiring(const Sizes& sizes) : sizes_(sizes) {}

int Wiring::ports(int number) const {
  if (sizes_.leaves == 0) return sizes_.ports;
  if (number < sizes_.leaves) return sizes_.leaf_ports + sizes_.uplinks;
  if (sizes_.pods == 0) return sizes_.leaves * sizes_.links;
  if (number >= sizes_.leaves + sizes_.pods * sizes_.spines) {
    return sizes_.pods * sizes_.core_links;
  }
  return sizes_.pod_leaves * sizes_.links + sizes_.pod_links;
}

}  // namespace jacquard::stack::check
