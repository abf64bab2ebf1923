// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/traffic.hpp"

#include <algorithm>

namespace jacquard::gemm {

double memory_seconds(const Chip& chip, double bytes) {
  const double rate = chip.memory_bandwidth.count();
  return rate > 0 ? bytes / rate : 0;
}

Work product_of(const Request& r, const Chip& chip, double share, bool sums) {
  const auto side = [](std::int64_t all, int chips) { return static_cast<double>(all) / chips; };
  const bool ls = r.dataflow == Dataflow::ls;
  const bool rs = r.dataflow == Dataflow::rs;
  const double m = rs ? static_cast<double>(r.shape.m) * share : side(r.shape.m, r.mesh.rows);
  const double n = ls ? static_cast<double>(r.shape.n) * share : side(r.shape.n, r.mesh.columns);
  const double k = ls   ? side(r.shape.k, r.mesh.columns)
                   : rs ? side(r.shape.k, r.mesh.rows)
                        : static_cast<double>(r.shape.k) * share;
  const double bytes = (m * k + k * n + m * n * (sums ? 2 : 1)) * r.element_bytes;
  return {std::max(2 * m * n * k / chip.effective.count(), memory_seconds(chip, bytes)), bytes};
}

Work copy_of(const Chip& chip, double bytes) {
  return {memory_seconds(chip, 2 * bytes), 2 * bytes};
}

}  // namespace jacquard::gemm
