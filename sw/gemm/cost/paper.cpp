// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/paper.hpp"

#include <algorithm>
#include <numeric>

namespace jacquard::gemm {
namespace {

// `steps` times a communication in each direction and a product.
GemmTime pipeline(const Request& r, double steps, const TransferTime& row,
                  const TransferTime& column, double product) {
  const double a = row.total();
  const double b = column.total();
  const double g = product / steps;
  const double prologue = r.dataflow == Dataflow::os ? std::max(a, b) : a + b;
  return {prologue + (steps - 1) * std::max({a, b, g}) + g, product, steps * (row + column)};
}

GemmTime sliced(const Request& r, const Chip& chip, const MeshNetwork& network, int slices) {
  return pipeline(r, slices, slice_time(r, chip, network, Direction::row, slices),
                  slice_time(r, chip, network, Direction::column, slices),
                  product_seconds(r, chip));
}

GemmTime wang(const Request& r, const Chip& chip, const MeshNetwork& network) {
  const int steps = steps_of(r);
  if (steps == 1) return sliced(r, chip, network, 1);
  const Direction cut = overlapped(r);
  const TransferTime whole = slice_time(r, chip, network, across(cut), 1);
  const double hops = (r.mesh.size(cut) - 1.0) / (steps - 1.0);
  const TransferTime send =
      transfer_time(chip, Transfer::send_receive, cut, hops, hops * shard_bytes(r, moves(r, cut)));
  const double product = product_seconds(r, chip);
  const double g = product / steps;
  return {whole.total() + g + (steps - 1) * std::max(g, send.total()), product,
          whole + (steps - 1.0) * send};
}

TransferTime streamed(const Request& r, const Chip& chip, Transfer transfer, Direction direction,
                      double bytes) {
  const int chips = r.mesh.size(direction);
  if (chips == 1) return {};
  const double packets = r.packets == 0 ? chips : r.packets;
  const double stages = chips + packets - 2;
  return transfer_time(chip, transfer, direction, stages, stages * bytes / packets);
}

GemmTime summa(const Request& r, const Chip& chip) {
  const double panels = std::lcm(r.mesh.rows, r.mesh.columns);
  const double iterations = steps_of(r);
  const auto along = [&](Direction direction) {
    const Matrix moving = moves(r, direction);
    const double panel = shard_bytes(r, moving) * r.mesh.size(direction) / panels;
    return panels / iterations * streamed(r, chip, transfer_of(moving), direction, panel);
  };
  return pipeline(r, iterations, along(Direction::row), along(Direction::column),
                  product_seconds(r, chip));
}

// The longer of both directions' sends of so many hops, and their sum.
struct Sends {
  double longest = 0;
  TransferTime sum;
};
Sends sends(const Request& r, const Chip& chip, double hops) {
  Sends both;
  for (const Direction direction : {Direction::row, Direction::column}) {
    const TransferTime one = transfer_time(chip, Transfer::send_receive, direction, hops,
                                           hops * shard_bytes(r, moves(r, direction)));
    both.longest = std::max(both.longest, one.total());
    both.sum = both.sum + one;
  }
  return both;
}

GemmTime cannon(const Request& r, const Chip& chip) {
  const int side = r.mesh.rows;
  const double product = product_seconds(r, chip);
  if (side == 1) return {product, product, {}};
  const Sends skew = sends(r, chip, side / 2);
  const Sends shift = sends(r, chip, 1);
  const double steps = static_cast<double>(side) / r.mesh.layers;
  return {skew.longest + steps * std::max(shift.longest, product / steps), product,
          skew.sum + steps * shift.sum};
}

GemmTime solomonik(const Request& r, const Chip& chip) {
  GemmTime time = cannon(r, chip);
  for (const Matrix matrix : {Matrix::a, Matrix::b, Matrix::c}) {
    const TransferTime copy =
        streamed(r, chip, transfer_of(matrix), Direction::depth, shard_bytes(r, matrix));
    time.seconds += copy.total();
    time.communication = time.communication + copy;
  }
  return time;
}

}  // namespace

GemmTime paper_time(const Request& r, const Chip& chip, const MeshNetwork& network) {
  switch (r.algorithm) {
    case Algorithm::cannon:
      return cannon(r, chip);
    case Algorithm::solomonik:
      return solomonik(r, chip);
    case Algorithm::summa:
      return summa(r, chip);
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return wang(r, chip, network);
    case Algorithm::collective:
      return sliced(r, chip, network, 1);
    case Algorithm::meshslice:
      break;
  }
  return sliced(r, chip, network, r.slices);
}

}  // namespace jacquard::gemm
