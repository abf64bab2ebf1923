// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/bound.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/topology/network.hpp"

namespace jacquard::run {
namespace {

using rounds::CollectiveKind;

// Bytes from group to group, summed over all groups; n NPUs in g groups.
double crossing(CollectiveKind kind, double bytes, double n, double g) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return 2 * (g - 1) * bytes;
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::broadcast:
    case CollectiveKind::reduce:
      return (g - 1) * bytes;
    case CollectiveKind::all_gather:
      return n * (g - 1) * bytes;
    case CollectiveKind::all_to_all:
      return n * (1 - 1 / g) * bytes;
    case CollectiveKind::send:
    case CollectiveKind::permute:
      break;
  }
  return 0;
}

// Of the way between the two NPUs of a block that are farthest apart.
double farthest_ps(const topology::Dimension& d) {
  const auto link = static_cast<double>(d.latency.count());
  if (d.size < 2) return 0;
  if (topology::has_switch(d.block)) return 2 * link;
  return d.block == topology::Block::ring ? std::floor(d.size / 2.0) * link : link;
}

}  // namespace

base::Picoseconds lower_bound(CollectiveKind kind, base::Bytes bytes,
                              const topology::Fabric& fabric) {
  if (kind == CollectiveKind::send || kind == CollectiveKind::permute) return {};
  const auto data = static_cast<double>(bytes.count());
  const auto n = static_cast<double>(fabric.npus());
  const auto dimensions = static_cast<unsigned>(fabric.dimensions());
  double most_s = 0;
  for (unsigned chosen = 1; chosen < 1U << dimensions; ++chosen) {
    double groups = 1, per_npu = 0;  // bytes a second that leave an NPU by these dimensions
    for (unsigned d = 0; d < dimensions; ++d) {
      if (!(chosen >> d & 1U)) continue;
      const topology::Dimension& dimension = fabric.dimension(static_cast<int>(d));
      if (dimension.size < 2) continue;
      groups *= dimension.size;
      per_npu += topology::npu_bandwidth(dimension).count();
    }
    if (per_npu <= 0) continue;
    most_s = std::max(most_s, crossing(kind, data, n, groups) / (n * per_npu));
    const bool one_has_all = kind == CollectiveKind::broadcast || kind == CollectiveKind::reduce;
    const bool every_way = chosen + 1 == 1U << dimensions;
    if (one_has_all && every_way) most_s = std::max(most_s, data / per_npu);
  }
  double way_ps = 0;
  for (const topology::Dimension& d : fabric.all()) way_ps += farthest_ps(d);
  return base::Picoseconds{std::llround(std::floor(std::max(most_s * 1e12, way_ps)))};
}

}  // namespace jacquard::run
