// SPDX-License-Identifier: Apache-2.0
// What each matrix does in a dataflow: one stays, one moves along rows, one along columns
// (MeshSlice figure 1). A matrix that moves along rows is cut and joined along its columns, and the
// reverse.
#pragma once

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

struct Mover {
  Matrix matrix = Matrix::a;
  Direction direction = Direction::row;
  Axis axis = Axis::columns;
  bool output = false;  // partial sums of C move; otherwise an input moves
};

// The matrix that moves in this direction, row or column.
Mover mover(const Request& request, Direction direction);
// The matrix that stays.
Matrix stays(const Request& request);

std::string name_of(Matrix matrix);  // "A"

// Rows and columns that a chip has of a matrix.
Stored shard(const Request& request, Matrix matrix);

std::int64_t length(const Stored& size, Axis axis);
// The same with another length along the axis.
Stored with_length(Stored size, Axis axis, std::int64_t length);

}  // namespace jacquard::gemm
