// SPDX-License-Identifier: Apache-2.0
// Writes a program operation by operation. The dependencies follow from what each operation reads
// and writes, so that a generator cannot forget one.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/gemm/programs/roles.hpp"

namespace jacquard::gemm {

// Buffers that iterations use in turn.
struct Turns {
  std::vector<int> buffers;

  int at(int step) const { return base::at(buffers, base::index(step) % buffers.size()); }
};

// A part of a buffer along an axis.
struct Part {
  Axis axis = Axis::rows;
  int of = 1;  // parts
  int index = 0;
  std::int64_t block = 1;  // values that are contiguous; length / of: a contiguous part
  bool by_place = false;   // the index is counted from the chip's own place along `direction`
  Direction direction = Direction::row;
};

class Builder {
 public:
  // Of a request that runs, with the shards of A, B and C as its first buffers.
  explicit Builder(const Request& request);

  int buffer(std::string name, Matrix holds, const Stored& size);
  Turns buffers(const std::string& name, Matrix holds, const Stored& size, int count);
  static int shard_of(Matrix matrix) { return static_cast<int>(matrix); }

  // Iteration of the operations that follow.
  void step(int number) { step_ = number; }

  void slice(int from, int to, const Part& part);
  void place(int from, int to, const Part& part);
  void add(int from, int to) { simple(OpKind::add, from, to); }
  void gather(int from, int to, const Mover& mover);
  void scatter_sum(int from, int to, const Mover& mover);
  void broadcast(int from, int to, Direction direction, int root);
  void reduce(int from, int to, Direction direction, int root);
  // `launched` as in Op; `after`: a further operation to wait for.
  void permute(int from, int to, Direction direction, const Shift& shift, bool launched = true,
               int after = Op::kNone);
  // The product in the request's dataflow, of (parts of) the matrices in these buffers.
  void multiply(const std::array<int, 3>& buffer_of, bool accumulates);

  int last() const { return static_cast<int>(program_.ops.size()) - 1; }
  // Without the buffers that no operation came to use.
  Program take();

 private:
  // Of one buffer: which operations wrote what is in it, and which read that.
  struct Uses {
    int whole = Op::kNone;
    std::vector<int> parts;  // where places write it; kNone: not yet written
    std::vector<int> readers;
  };

  void simple(OpKind kind, int from, int to);
  void along(OpKind kind, int from, int to, const Mover& mover);
  void rooted(OpKind kind, int from, int to, Direction direction, int root);
  void parted(OpKind kind, int from, int to, const Part& part);
  void append(Op op);
  void reads(Op& op, int buffer);
  void writes_all(Op& op, int buffer);
  void writes_part(Op& op, int buffer);

  Program program_;
  std::vector<Uses> uses_;
  int step_ = 0;
};

}  // namespace jacquard::gemm
