// SPDX-License-Identifier: Apache-2.0
// Why slices are blocked, and why they must be whole in both local sides (MeshSlice s3.1.2).
#include <catch2/catch.hpp>

#include "unit/gemm/programs.hpp"

namespace jacquard::gemm {
namespace {

constexpr Dataflow kDataflows[] = {Dataflow::os, Dataflow::ls, Dataflow::rs};

// The same program with slices that are contiguous parts of their shards.
Program contiguous(Program program) {
  for (Op& op : program.ops) {
    if (op.kind != OpKind::slice && op.kind != OpKind::place) continue;
    const Buffer& whole = program.buffer(op.kind == OpKind::slice ? op.from : op.to);
    op.block = (op.axis == Axis::rows ? whole.rows : whole.columns) / op.slices;
  }
  return program;
}

TEST_CASE("Contiguous slices are wrong on oblong meshes, and right on square ones by accident") {
  for (const Dataflow dataflow : kDataflows) {
    for (int rows = 1; rows <= 5; ++rows) {
      for (int columns = 1; columns <= 5; ++columns) {
        const Request r = telling_request(Algorithm::meshslice, dataflow, {rows, columns, 1}, 3);
        INFO(name_of(dataflow) << " on " << rows << "x" << columns);
        CHECK(prove(program_of(r), 1).fault == "");
        CHECK((prove(contiguous(program_of(r)), 1).fault == "") == (rows == columns));
      }
    }
  }
}

// gemm.md's example: left-stationary on 4 x 2, n = 48. Columns of C are 24 on a chip, rows of B 12.
Request example(int block) {
  Request r;
  r.dataflow = Dataflow::ls;
  r.mesh = {4, 2, 1};
  r.shape = {8, 48, 6};
  r.slices = 3;
  r.block = block;
  return r;
}

TEST_CASE(
    "Three slices of blocks of 8 divide one local side of two: no cut of the other one is right") {
  CHECK(illegal(example(8)).has_value());
  CHECK(prove(example(4), 1).fault == "");  // 3 slices of blocks of 4 divide both
  const Program legal = program_of(example(4));
  // C in blocks of 8, as 24 = 3 x 8 lets it: its first slice is columns 0 .. 7 and 24 .. 31, rows
  // of B that are on two of four chips. No equal parts of B's 12 local rows are those.
  for (const int block : {1, 2, 4}) {
    Program forced = legal;
    for (Op& op : forced.ops) {
      if (op.kind == OpKind::place) op.block = 8;
      if (op.kind == OpKind::slice) op.block = block;
    }
    INFO("B in blocks of " << block);
    CHECK(prove(forced, 1).fault != "");
  }
  // B in blocks of 8 has parts of 8 and 4 rows, which do not fit the sums of C.
  Program ragged = legal;
  for (Op& op : ragged.ops) {
    if (op.kind == OpKind::slice || op.kind == OpKind::place) op.block = 8;
  }
  CHECK(prove(ragged, 1).fault == "operation 0 (slice) cuts 12 into 3 slices of whole blocks of 8");
}

TEST_CASE("Exactly the slices that do not divide both local sides are refused") {
  int refused = 0;
  for (const Dataflow dataflow : kDataflows) {
    for (const Mesh& mesh : {Mesh{4, 2, 1}, Mesh{2, 3, 1}, Mesh{1, 4, 1}, Mesh{3, 4, 1}}) {
      for (int slices = 2; slices <= 8; ++slices) {
        Request r = telling_request(Algorithm::meshslice, dataflow, mesh, slices);
        const std::int64_t size = sliced_size(r);
        const std::int64_t across_rows = size / mesh.columns;
        const std::int64_t across_columns = size / mesh.rows;
        const bool row = across_rows % slices == 0;
        const bool column = across_columns % slices == 0;
        INFO(name_of(dataflow) << " on " << text_of(mesh) << " in " << slices);
        CHECK(illegal(r).has_value() == !(row && column));
        refused += row != column;
      }
    }
  }
  CHECK(refused > 10);
}

}  // namespace
}  // namespace jacquard::gemm
