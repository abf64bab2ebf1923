// SPDX-License-Identifier: Apache-2.0
// What has failed: NPUs, cables, switches.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/stack/seating.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

// A port is lost with its NPU, its NIC or the cable between: nobody can be there.
struct Failures {
  std::vector<int> ports;     // ascending, each once
  std::vector<Uplink> links;  // ascending, each once

  bool empty() const { return ports.empty() && links.empty(); }
};

// "npu:17,link:3:12,port:40,leaf:2,spine:0": the NPU of rank 17, uplink 12 of leaf 3, port 40, all
// ports of leaf 2, all links of spine 0. Throws ConfigError at `place` for other words, and for
// numbers that the fabric does not have.
Failures read_failures(const std::string& text, const Stack& stack, const config::Place& place);

// `share` (0..1) of all ports, spares included, rounded to the nearest whole number; by seed.
Failures drawn_failures(double share, const Sizes& sizes, std::uint64_t seed);

void add(Failures& failures, const Failures& more);

}  // namespace jacquard::stack
