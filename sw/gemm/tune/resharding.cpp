// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/resharding.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::gemm {

base::Seconds resharding_time(double rows, double columns, int element_bytes, const Mesh& mesh,
                              const Chip& chip) {
  if (mesh.chips() == 1) return base::Seconds{0};
  const double shard = rows * columns * element_bytes / mesh.chips();
  const TransferCost& cost = chip.of(Transfer::send_receive);
  base::Seconds time = base::to_seconds(cost.launch);
  for (const Direction direction : {Direction::row, Direction::column}) {
    const double bandwidth = base::at(cost.bandwidth, static_cast<int>(direction)).count();
    const double hop = base::to_seconds(cost.sync).count() + shard / bandwidth;
    time += base::Seconds{(mesh.size(direction) - 1) * hop};
  }
  return time;
}

}  // namespace jacquard::gemm
