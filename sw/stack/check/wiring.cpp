// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/wiring.hpp"

namespace jacquard::stack::check {

Wiring::Wiring(const Sizes& sizes) : sizes_(sizes) {}

int Wiring::ports(int number) const {
  if (sizes_.leaves == 0) return sizes_.ports;
  if (number < sizes_.leaves) return sizes_.leaf_ports + sizes_.uplinks;
  return sizes_.leaves * sizes_.links;
}

}  // namespace jacquard::stack::check
