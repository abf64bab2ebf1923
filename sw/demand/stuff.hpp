// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::demand {

// Quanta that nobody sends, which a pair is given so that a decomposition finds equal line sums.
struct Dummy {
  int row;
  int column;
  std::int64_t quanta;  // >= 1
};

// Sums of the rows and of the columns, and the largest of all, D.
struct LineSums {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::int64_t largest = 0;
};

LineSums line_sums(const QuantaMatrix& demand);

// Dummies that raise every row and column sum to the largest one, D. They exist for every matrix,
// as rows and columns lack the same total. At most 2 N - 1 of them, in row order; none are needed
// for a matrix with equal line sums. A matrix plus its dummies is D times a doubly stochastic one.
// By Birkhoff (1946) the sum is one of permutations whose holds add up to D.
std::vector<Dummy> stuff(const QuantaMatrix& demand);
std::vector<Dummy> stuff(LineSums sums);

}  // namespace jacquard::demand
