// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/topology/shape_text.hpp"

namespace jacquard::tb {

// A fabric whose dimension d has links of 10^(9 + d) B/s and 100 (d + 1) ps.
inline topology::Fabric fabric_of(const std::string& shape) {
  std::vector<topology::Dimension> dimensions;
  double bandwidth = 1e9;
  for (const auto& [block, size] : topology::read_shape(shape, {"shape", ""})) {
    dimensions.push_back({block, size, base::BytesPerSecond{bandwidth},
                          base::Picoseconds{100 * (dimensions.size() + 1)}});
    bandwidth *= 10;
  }
  return topology::Fabric(dimensions);
}

// Every block, alone and beside others; even, odd and least sizes.
inline const std::vector<std::string>& many_shapes() {
  static const std::vector<std::string> shapes = {"Ring(1)",
                                                  "Switch(1)",
                                                  "Ring(2)",
                                                  "Ring(3)",
                                                  "Ring(8)",
                                                  "Ring(9)",
                                                  "FullyConnected(2)",
                                                  "FullyConnected(7)",
                                                  "Switch(2)",
                                                  "Switch(8)",
                                                  "Crossbar(16)",
                                                  "Ring(4) Ring(3)",
                                                  "Ring(2) Ring(2) Ring(2)",
                                                  "Ring(5) FullyConnected(3)",
                                                  "FullyConnected(4) Switch(3)",
                                                  "Switch(3) Switch(4)",
                                                  "Switch(2) Ring(4) Crossbar(2)",
                                                  "Ring(2) FullyConnected(4) Switch(2) Ring(3)"};
  return shapes;
}

}  // namespace jacquard::tb
