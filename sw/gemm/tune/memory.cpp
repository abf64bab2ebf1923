// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jacquard::gemm {

base::Bytes held_by_chip(const Question& q, const Mesh& mesh) {
  double weights = 0;
  double activations = 0;
  for (const Layer& layer : q.layers) {
    const double inputs = static_cast<double>(layer.inputs) * layer.products;
    weights += inputs * static_cast<double>(layer.outputs);
    activations += inputs * static_cast<double>(layer.rows);
  }
  const double values =
      q.trains ? q.blocks * (2 * weights + activations) : q.blocks * weights + activations;
  const double bytes = std::ceil(values * kElementBytes / mesh.chips());
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return base::Bytes{bytes < static_cast<double>(kMost) ? static_cast<std::int64_t>(bytes) : kMost};
}

}  // namespace jacquard::gemm
