// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jacquard::gemm {

base::Bytes held_by_chip(const std::vector<Layer>& layers, int blocks, const Mesh& mesh) {
  double values = 0;
  for (const Layer& layer : layers) {
    const auto inputs = static_cast<double>(layer.inputs);
    values += 2 * inputs * static_cast<double>(layer.outputs);
    values += static_cast<double>(layer.rows) * inputs;
  }
  const double bytes = std::ceil(values * kElementBytes * blocks / mesh.chips());
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return base::Bytes{bytes < static_cast<double>(kMost) ? static_cast<std::int64_t>(bytes) : kMost};
}

}  // namespace jacquard::gemm
