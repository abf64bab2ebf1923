// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/programs/roles.hpp"

namespace jacquard::gemm {

Mover mover(const Request& request, Direction direction) {
  const Matrix matrix = moves(request, direction);
  const Axis axis = direction == Direction::row ? Axis::columns : Axis::rows;
  return {matrix, direction, axis, matrix == Matrix::c};
}

Matrix stays(const Request& request) {
  switch (request.dataflow) {
    case Dataflow::ls:
      return Matrix::a;
    case Dataflow::rs:
      return Matrix::b;
    case Dataflow::os:
      break;
  }
  return Matrix::c;
}

std::string name_of(Matrix matrix) {
  return matrix == Matrix::a ? "A" : matrix == Matrix::b ? "B" : "C";
}

Stored shard(const Request& request, Matrix matrix) {
  const Stored all = stored(request, matrix);
  return {all.rows / request.mesh.rows, all.columns / request.mesh.columns};
}

std::int64_t length(const Stored& size, Axis axis) {
  return axis == Axis::rows ? size.rows : size.columns;
}

Stored with_length(Stored size, Axis axis, std::int64_t length) {
  (axis == Axis::rows ? size.rows : size.columns) = length;
  return size;
}

}  // namespace jacquard::gemm
