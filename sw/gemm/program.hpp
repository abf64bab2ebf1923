// SPDX-License-Identifier: Apache-2.0
// A distributed GeMM as data: the operations that every chip of the mesh runs alike. The executor
// (prove/) moves numbers through it, op_graph.hpp makes the job of it that engines run.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

// A dense matrix that every chip has for itself, row by row. All are zero at the beginning but
// Program::a and b.
struct Buffer {
  std::string name;  // "A", "A slice", "A gathered", "C"
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Matrix holds = Matrix::a;

  std::int64_t values() const { return rows * columns; }
};

enum class OpKind : std::uint8_t {
  slice,        // to = the blocks of `from` that belong to slice `slice` of `slices`, along `axis`
  place,        // the reverse: the blocks of `to` that belong to the slice = from
  copy,         // to = from
  add,          // to += from
  gather,       // all-gather: to = the group's `from` side by side along `axis`, by place
  scatter_sum,  // reduce-scatter: to = the chip's part along `axis` of the sum of the group's
                // `from`
  sum,          // all-reduce: to = the sum of the group's `from`
  broadcast,    // to = `from` of the chip at place `root`: a chain root, root + 1, ...
  reduce,       // at place `root`: to = the sum of the group's `from`: a chain root + 1, ..., root;
                // elsewhere nothing
  permute,      // to = `from` of the chip that `shift` names (SendRecv, collective-permute)
  multiply,     // to += op(left) op(right), or = where not `accumulates`
};

enum class Axis : std::uint8_t { rows, columns };

// A chip receives from the place (own + by + by_row * own row + by_column * own column + by_layer *
// own layer) mod size, along the direction.
struct Shift {
  int by = 0;
  int by_row = 0;
  int by_column = 0;
  int by_layer = 0;

  int from(const Place& place, Direction direction, int size) const {
    const std::int64_t sum =
        std::int64_t{Mesh::of(place, direction)} + by + std::int64_t{by_row} * place.row +
        std::int64_t{by_column} * place.column + std::int64_t{by_layer} * place.layer;
    return static_cast<int>((sum % size + size) % size);
  }
};

struct Op {
  static constexpr int kNone = -1;
  OpKind kind = OpKind::multiply;
  Direction direction = Direction::row;  // of communications
  Axis axis = Axis::rows;
  int from = kNone;  // buffer; multiply: the left factor
  int right = kNone;
  int to = kNone;
  bool left_transposed = false;
  bool right_transposed = false;
  bool accumulates = true;
  int slices = 1;  // slice, place: of block-cyclic parts, `block` values each
  int slice = 0;
  std::int64_t block = 1;
  // slice, place: the part is `slice` + the chip's own place along `direction`, modulo `slices`.
  bool by_place = false;
  Shift shift;
  int root = 0;
  // broadcast, reduce: packets that are streamed round the ring (MeshSlice figure 3)
  int packets = 1;
  // permute: false where it is a further hop of the send that was launched before it on its
  // direction (Wang et al.'s unrolled loop): it pays no launch of its own.
  bool launched = true;
  int step = 0;  // iteration of the loop, for timelines
  // Earlier operations that must have ended. Beside that, operations of one unit (the cores, each
  // direction's links) run in the order of the list; slice, place, copy and add take no unit and no
  // time.
  std::vector<int> after;

  bool communicates() const { return kind >= OpKind::gather && kind <= OpKind::permute; }
  // slice, place: which part at this chip.
  int part(const Place& place) const {
    return by_place ? (slice + Mesh::of(place, direction)) % slices : slice;
  }
};

struct Program {
  Request request;  // that runs: never transposed
  std::vector<Buffer> buffers;
  std::vector<Op> ops;
  int a = 0;  // buffers that hold the shards of A and B at the beginning, ...
  int b = 1;
  int c = 2;  // ... and of C at the end. With layers: of layer 0; others' are not looked at

  const Buffer& buffer(int index) const { return base::at(buffers, index); }
  // What every chip puts into a communication.
  base::Bytes bytes_of(const Op& op) const {
    return base::Bytes{buffer(op.from).values() * request.element_bytes};
  }
};

// The program of a request. Throws ConfigError as check() does. A direction of one chip has no
// communications. docs/gemm.md shows each algorithm's loop.
Program program_of(const Request& request);

// What all buffers but the shards of A, B and C take: slices, gathered and partial matrices, double
// buffers twice.
base::Bytes gathered_bytes(const Program& program);

// What the chip that sends most puts on its links of this direction in the whole program, what it
// passes on included. Rings are one-way; P chips, b bytes of `from`:
//   gather (P - 1) b; scatter_sum (P - 1) b / P; sum 2 (P - 1) b / P;
//   broadcast, reduce b, but for the last chip of the chain;
//   permute b for each hop the shorter way round.
base::Bytes bytes_sent(const Program& program, Direction direction);

}  // namespace jacquard::gemm
