// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/transfer.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::gemm {
namespace {

double seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }

}  // namespace

TransferTime transfer_time(const Chip& chip, Transfer transfer, Direction direction, double hops,
                           double bytes) {
  if (hops <= 0) return {};
  const TransferCost& cost = chip.of(transfer);
  const int figures = std::min(static_cast<int>(direction), 1);
  return {seconds(cost.launch), hops * seconds(cost.sync),
          bytes / base::at(cost.bandwidth, figures).count()};
}

TransferTime slice_time(const Request& request, const Chip& chip, const MeshNetwork& network,
                        Direction direction, double slices) {
  if (request.mesh.size(direction) == 1) return {};
  const Matrix moving = moves(request, direction);
  const Passage passage = passage_of(network, request.mesh, direction);
  return transfer_time(chip, transfer_of(moving), direction, passage.syncs,
                       passage.shards * shard_bytes(request, moving) / slices);
}

double shard_bytes(const Request& request, Matrix matrix) {
  const Stored all = stored(request, matrix);
  return static_cast<double>(all.rows) * static_cast<double>(all.columns) * request.element_bytes /
         (request.mesh.rows * request.mesh.columns);
}

Transfer transfer_of(Matrix moving) {
  return moving == Matrix::c ? Transfer::reduce_scatter : Transfer::all_gather;
}

double product_seconds(const Request& request, const Chip& chip) {
  const auto [m, n, k] = request.shape;
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) /
         request.mesh.chips() / chip.effective.count();
}

}  // namespace jacquard::gemm
