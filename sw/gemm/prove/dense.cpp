// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/dense.hpp"

#include <algorithm>

namespace jacquard::gemm {

Dense random_dense(std::int64_t rows, std::int64_t columns, base::Rng& rng) {
  constexpr std::int64_t most = 1 << 20;
  Dense matrix(rows, columns);
  for (std::uint64_t& value : matrix.values) {
    value = static_cast<std::uint64_t>(rng.between(-most, most));
  }
  return matrix;
}

Dense transposed(const Dense& matrix) {
  Dense other(matrix.columns, matrix.rows);
  for (std::int64_t r = 0; r < matrix.rows; ++r) {
    for (std::int64_t c = 0; c < matrix.columns; ++c) other.row(c)[r] = matrix.at(r, c);
  }
  return other;
}

void multiply(const Dense& left, const Dense& right, Transposes transposes, bool accumulates,
              Dense& to) {
  if (!accumulates) std::fill(to.values.begin(), to.values.end(), 0);
  const std::int64_t inner = transposes.left ? left.rows : left.columns;
  for (std::int64_t i = 0; i < to.rows; ++i) {
    std::uint64_t* const sums = to.row(i);
    if (transposes.right) {
      for (std::int64_t j = 0; j < to.columns; ++j) {
        for (std::int64_t k = 0; k < inner; ++k) {
          sums[j] += (transposes.left ? left.at(k, i) : left.at(i, k)) * right.at(j, k);
        }
      }
      continue;
    }
    for (std::int64_t k = 0; k < inner; ++k) {
      const std::uint64_t factor = transposes.left ? left.at(k, i) : left.at(i, k);
      const std::uint64_t* const line = right.row(k);
      for (std::int64_t j = 0; j < to.columns; ++j) sums[j] += factor * line[j];
    }
  }
}

void copy_lines(const Dense& from, Dense& to, Axis axis, const Lines& lines) {
  if (axis == Axis::rows) {
    std::copy_n(from.row(lines.at_from), lines.count * from.columns, to.row(lines.at_to));
    return;
  }
  for (std::int64_t r = 0; r < from.rows; ++r) {
    std::copy_n(from.row(r) + lines.at_from, lines.count, to.row(r) + lines.at_to);
  }
}

void cut(const Dense& all, std::int64_t row, std::int64_t column, Dense& shard) {
  for (std::int64_t r = 0; r < shard.rows; ++r) {
    std::copy_n(all.row(row + r) + column, shard.columns, shard.row(r));
  }
}

}  // namespace jacquard::gemm
