// SPDX-License-Identifier: Apache-2.0
// Matrices of whole numbers, row by row. Sums and products are exact mod 2^64.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

struct Dense {
  Dense() = default;
  Dense(std::int64_t of_rows, std::int64_t of_columns)
      : rows(of_rows),
        columns(of_columns),
        values(static_cast<std::size_t>(of_rows) * static_cast<std::size_t>(of_columns)) {}

  std::uint64_t* row(std::int64_t index) { return values.data() + index * columns; }
  const std::uint64_t* row(std::int64_t index) const { return values.data() + index * columns; }
  std::uint64_t at(std::int64_t of_row, std::int64_t column) const { return row(of_row)[column]; }

  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::uint64_t> values;
};

// Entries in -2^20 .. 2^20: sums of up to 2^22 products fit a signed number of 64 bits.
Dense random_dense(std::int64_t rows, std::int64_t columns, base::Rng& rng);
Dense transposed(const Dense& matrix);

// to = op(left) op(right), or to += where it accumulates. Sizes must fit.
struct Transposes {
  bool left = false;
  bool right = false;
};
void multiply(const Dense& left, const Dense& right, Transposes transposes, bool accumulates,
              Dense& to);

// `count` rows (columns) of `from`, from `at_from` on, become those of `to` from `at_to` on.
struct Lines {
  std::int64_t at_from = 0;
  std::int64_t at_to = 0;
  std::int64_t count = 0;
};
void copy_lines(const Dense& from, Dense& to, Axis axis, const Lines& lines);

// shard = the part of `all` that begins at (row, column).
void cut(const Dense& all, std::int64_t row, std::int64_t column, Dense& shard);

}  // namespace jacquard::gemm
