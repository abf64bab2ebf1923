// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/wiring.hpp"

namespace jacquard::stack::check {

Wiring::Wiring(const Sizes& sizes) : sizes_(sizes) {}

int Wiring::ports(int number) const {
  if (sizes_.leaves == 0) return sizes_.ports;
  if (number < sizes_.leaves) return sizes_.leaf_ports + sizes_.uplinks;
  return sizes_.leaves * sizes_.links;
}

Wiring::End Wiring::trace(const Outputs& outputs, int port) const {
  const auto output = [&](int number, int input) {
    const std::vector<int>& of = base::at(outputs, number);
    return base::index(input) < of.size() ? base::at(of, input) : -1;
  };
  if (sizes_.leaves == 0) return {output(0, port), 0, -1, -1};
  const int leaf = port / sizes_.leaf_ports;
  const int out = output(leaf, port % sizes_.leaf_ports);
  if (out < 0) return {-1, leaf, -1, -1};
  if (out < sizes_.leaf_ports) return {leaf * sizes_.leaf_ports + out, leaf, -1, -1};

  const int up = out - sizes_.leaf_ports;
  if (up >= sizes_.uplinks) return {-1, leaf, -1, -1};
  const int spine = up % sizes_.spines;
  const int at_spine = sizes_.leaves + spine;
  const int from_spine = output(at_spine, leaf * sizes_.links + up / sizes_.spines);
  if (from_spine < 0 || from_spine >= sizes_.leaves * sizes_.links) return {-1, at_spine, up, -1};

  const int last = from_spine / sizes_.links;
  const int down = from_spine % sizes_.links * sizes_.spines + spine;
  const int end = output(last, sizes_.leaf_ports + down);
  if (end < 0 || end >= sizes_.leaf_ports) return {-1, last, up, down};
  return {last * sizes_.leaf_ports + end, last, up, down};
}

}  // namespace jacquard::stack::check
