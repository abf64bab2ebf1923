// SPDX-License-Identifier: Apache-2.0
// Cannon's algorithm (MeshSlice s2.3.2) on P x P chips, and 2.5D on c layers of them (Solomonik &
// Demmel 2011). With P steps, chip (i, j) of a layer multiplies the block f = i + j + t (mod P) of
// the side that moves at step t: k of os, n of ls, m of rs. Layer l does steps l P / c and on.
#include "jacquard/gemm/programs/builder.hpp"
#include "jacquard/gemm/programs/generators.hpp"

namespace jacquard::gemm {
namespace {

// One step ahead, and `other` times the own place in the other direction.
Shift shift(Direction direction, int by, int other, int by_layer) {
  Shift shift;
  shift.by = by;
  (direction == Direction::row ? shift.by_row : shift.by_column) = other;
  shift.by_layer = by_layer;
  return shift;
}

class Cannon {
 public:
  explicit Cannon(const Request& request)
      : request_(request),
        to_(request),
        movers_{mover(request, Direction::row), mover(request, Direction::column)},
        steps_(request.mesh.rows / request.mesh.layers) {}

  Program write() {
    replicate();
    for (const Mover& mover : movers_) {
      if (!mover.output) skew(mover);
    }
    for (int t = 0; t < steps_; ++t) {
      to_.step(t);
      product(t);
    }
    for (const Mover& mover : movers_) {
      if (mover.output) unskew(mover);
    }
    if (layered()) to_.reduce(total_, Builder::shard_of(Matrix::c), Direction::depth, 0);
    return to_.take();
  }

 private:
  bool layered() const { return request_.mesh.layers > 1; }
  bool alone() const { return request_.mesh.rows == 1; }
  int& holds(Matrix matrix) { return base::at(holds_, Builder::shard_of(matrix)); }

  // Layer 0 has A and B. What moves goes first, so that its skew need not wait for what stays.
  void replicate() {
    if (!layered()) return;
    const auto share = [&](Matrix matrix) {
      const int own = Builder::shard_of(matrix);
      holds(matrix) =
          to_.buffer(name_of(matrix) + " of the layer", matrix, shard(request_, matrix));
      to_.broadcast(own, holds(matrix), Direction::depth, 0);
    };
    for (const Mover& mover : movers_) {
      if (!mover.output) share(mover.matrix);
    }
    if (stays(request_) != Matrix::c) share(stays(request_));
    total_ = to_.buffer("C of the layer", Matrix::c, shard(request_, Matrix::c));
    holds(Matrix::c) = total_;
  }

  void skew(const Mover& mover) {
    if (alone()) return;
    Turns& turns = moving(mover);
    turns = to_.buffers(name_of(mover.matrix) + " moving", mover.matrix,
                        shard(request_, mover.matrix), steps_ > 1 ? 2 : 1);
    to_.permute(holds(mover.matrix), turns.at(0), mover.direction,
                shift(mover.direction, 0, 1, steps_));
  }

  // The next inputs come while these are multiplied; sums go on while the next are computed.
  void product(int t) {
    std::array<int, 3> buffer_of = holds_;
    for (const Mover& mover : movers_) {
      if (mover.output || alone()) continue;
      const Turns& turns = moving(mover);
      base::at(buffer_of, Builder::shard_of(mover.matrix)) = turns.at(t);
      if (t + 1 < steps_) {
        to_.permute(turns.at(t), turns.at(t + 1), mover.direction, shift(mover.direction, 1, 0, 0));
      }
    }
    const bool sums_here = stays(request_) == Matrix::c || alone();
    if (!sums_here) base::at(buffer_of, Builder::shard_of(Matrix::c)) = product_side(t);
    to_.multiply(buffer_of, sums_here && t > 0);
    if (!sums_here && t > 0) {
      const Mover& sum = movers_[0].output ? movers_[0] : movers_[1];
      const Turns& turns = moving(sum);
      to_.permute(turns.at(t - 1), turns.at(t), sum.direction, shift(sum.direction, 1, 0, 0));
      to_.add(products_.at(t), turns.at(t));
    }
  }

  // The first product is the sum that sets out.
  int product_side(int t) {
    const Mover& sum = movers_[0].output ? movers_[0] : movers_[1];
    if (t == 0) {
      const Stored size = shard(request_, Matrix::c);
      moving(sum) = to_.buffers("C moving", Matrix::c, size, steps_ > 1 ? 2 : 1);
      if (steps_ > 1) products_ = to_.buffers("C product", Matrix::c, size, 2);
      return moving(sum).at(0);
    }
    return products_.at(t);
  }

  // Block f ends at column (row) f - i - t of the last t.
  void unskew(const Mover& mover) {
    if (alone()) return;
    to_.permute(moving(mover).at(steps_ - 1), holds(Matrix::c), mover.direction,
                shift(mover.direction, 1 - steps_, -1, -steps_));
  }

  Turns& moving(const Mover& mover) { return base::at(moving_, static_cast<int>(mover.direction)); }

  const Request& request_;
  Builder to_;
  std::array<Mover, 2> movers_;
  int steps_;
  std::array<int, 3> holds_ = {0, 1, 2};
  int total_ = 2;
  std::array<Turns, 2> moving_;
  Turns products_;
};

}  // namespace

Program cannon_program(const Request& request) { return Cannon(request).write(); }

}  // namespace jacquard::gemm
