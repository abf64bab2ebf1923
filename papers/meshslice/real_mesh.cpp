// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/real_mesh.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Chip;
using gemm::Direction;
using gemm::Matrix;
using gemm::Request;
using gemm::Transfer;

constexpr gemm::Mesh kMesh{4, 4, 1};

double seconds(base::Picoseconds time) { return static_cast<double>(time.count()) * 1e-12; }

struct Moving {
  Transfer transfer;
  int chips;
  double bytes;  // of a shard
  base::BytesPerSecond bandwidth[gemm::kTransfers];
};

Moving moving(const Request& request, const Chip& chip, Direction direction) {
  const Matrix matrix = gemm::moves(request, direction);
  const gemm::Stored size = gemm::stored(request, matrix);
  Moving m{matrix == Matrix::c ? Transfer::reduce_scatter : Transfer::all_gather,
           request.mesh.size(direction),
           static_cast<double>(size.rows) * static_cast<double>(size.columns) *
               request.element_bytes / request.mesh.chips(),
           {}};
  for (int t = 0; t < gemm::kTransfers; ++t) {
    m.bandwidth[t] =
        base::at(chip.of(static_cast<Transfer>(t)).bandwidth, static_cast<int>(direction));
  }
  return m;
}

// MeshSlice s3.2.2, of one slice.
double ring(const Moving& m, const Chip& chip, int slices) {
  const gemm::TransferCost& cost = chip.of(m.transfer);
  const double bandwidth = m.bandwidth[static_cast<int>(m.transfer)].count();
  return seconds(cost.launch) + (m.chips - 1) * (seconds(cost.sync) + m.bytes / slices / bandwidth);
}

// One SendRecv after the other.
double sends(const Moving& m, const Chip& chip) {
  const gemm::TransferCost& cost = chip.of(Transfer::send_receive);
  const double bandwidth = m.bandwidth[static_cast<int>(Transfer::send_receive)].count();
  return (m.chips - 1) * (seconds(cost.launch) + seconds(cost.sync) + m.bytes / bandwidth);
}

}  // namespace

RealMesh real_mesh(const Subject& subject, const Chip& chip, std::int64_t batch, int slices) {
  RealMesh time;
  double flops = 0;
  for (const gemm::Layer& layer : gemm::paper_layers(subject.hidden, batch * kSequence)) {
    for (const gemm::Pass pass : gemm::kPasses) {
      const Request request =
          gemm::request_of(layer, {gemm::largest_of(layer), false}, pass, kMesh);
      const Moving row = moving(request, chip, Direction::row);
      const Moving column = moving(request, chip, Direction::column);
      const double product = layer.flops() / kMesh.chips() / chip.effective.count();
      const double whole = ring(row, chip, 1) + ring(column, chip, 1);
      const double slice = ring(row, chip, slices) + ring(column, chip, slices);
      const bool by_row = row.bytes >= column.bytes;
      flops += layer.flops();
      time.collective += whole + product;
      time.wang +=
          ring(by_row ? column : row, chip, 1) + sends(by_row ? row : column, chip) + product;
      time.meshslice += slices * slice + product;
      time.overlapped +=
          slice + (slices - 1) * std::max(slice, product / slices) + product / slices;
    }
  }
  const double at_peak = flops / kMesh.chips() / chip.peak.count();
  for (double* t : {&time.collective, &time.wang, &time.meshslice, &time.overlapped}) {
    *t = at_peak / *t;
  }
  return time;
}

}  // namespace jacquard::studies::meshslice
