// SPDX-License-Identifier: Apache-2.0
// The executor accepts every program we make, and catches a program in which one thing is wrong.
#include "jacquard/gemm/prove/prove.hpp"

#include <catch2/catch.hpp>

namespace jacquard::gemm {
namespace {

Request request(Algorithm algorithm, Dataflow dataflow, const Mesh& mesh, const MatrixShape& shape,
                int slices = 1, int block = 1) {
  Request r;
  r.algorithm = algorithm;
  r.dataflow = dataflow;
  r.mesh = mesh;
  r.shape = shape;
  r.slices = slices;
  r.block = block;
  return r;
}

Buffer buffer(const char* name, std::int64_t rows, std::int64_t columns, Matrix holds) {
  return {name, rows, columns, holds};
}

Op communication(OpKind kind, Direction direction, Axis axis, int from, int to) {
  Op op;
  op.kind = kind;
  op.direction = direction;
  op.axis = axis;
  op.from = from;
  op.to = to;
  return op;
}

// Collective, output-stationary, on 2 x 2 chips, written by hand from MeshSlice figure 2b.
Program by_hand() {
  Program p;
  p.request = request(Algorithm::collective, Dataflow::os, {2, 2, 1}, {4, 6, 8});
  p.buffers = {buffer("A", 2, 4, Matrix::a), buffer("B", 4, 3, Matrix::b),
               buffer("C", 2, 3, Matrix::c), buffer("A gathered", 2, 8, Matrix::a),
               buffer("B gathered", 8, 3, Matrix::b)};
  p.ops.push_back(communication(OpKind::gather, Direction::row, Axis::columns, 0, 3));
  p.ops.push_back(communication(OpKind::gather, Direction::column, Axis::rows, 1, 4));
  Op product;
  product.from = 3;
  product.right = 4;
  product.to = 2;
  product.after = {0, 1};
  p.ops.push_back(product);
  return p;
}

TEST_CASE("A program written by hand from the paper computes the product") {
  const Proof proof = prove(by_hand(), 1);
  CHECK(proof.fault == "");
  CHECK(proof.operations == 3);
  CHECK(proof.messages == 8);  // two gathers of two groups of two
}

TEST_CASE("MeshSlice and Collective compute the product in all dataflows, transposed or not") {
  const Dataflow dataflow = GENERATE(Dataflow::os, Dataflow::ls, Dataflow::rs);
  const bool transposed = GENERATE(false, true);
  for (const Mesh& mesh : {Mesh{2, 2, 1}, Mesh{4, 2, 1}, Mesh{3, 5, 1}, Mesh{1, 4, 1}}) {
    for (const int slices : {1, 2, 3}) {
      Request r = request(Algorithm::meshslice, dataflow, mesh, {120, 60, 120}, slices, 2);
      r.transposed = transposed;
      INFO(text_of(mesh) << " in " << slices << " slices");
      if (illegal(r)) continue;
      CHECK(prove(r, 1).fault == "");
    }
  }
}

}  // namespace
}  // namespace jacquard::gemm
