// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/tune/resharding.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::gemm {

base::Seconds resharding_time(double rows, double columns, int element_bytes, const Mesh& mesh,
                              const Chip& chip, const MeshNetwork& network) {
  if (mesh.chips() == 1) return base::Seconds{0};
  const double shard = rows * columns * element_bytes / mesh.chips();
  const TransferCost& cost = chip.of(Transfer::send_receive);
  base::Seconds time = base::to_seconds(cost.launch);
  for (const Direction direction : {Direction::row, Direction::column}) {
    const double bandwidth = base::at(cost.bandwidth, static_cast<int>(direction)).count();
    const Passage passage = passage_of(network, mesh, direction);
    time += base::Seconds{passage.syncs * base::to_seconds(cost.sync).count() +
                          passage.shards * shard / bandwidth};
  }
  return time;
}

}  // namespace jacquard::gemm
