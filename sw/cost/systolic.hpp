// SPDX-License-Identifier: Apache-2.0
// The clocks of a matrix product on a systolic array, in closed form: a whole array's fill and
// drain for every fold, as SCALE-Sim counts (Samajdar et al., ISPASS 2020, s3.1).
#pragma once

#include <cstdint>

namespace jacquard::cost {

// What stays in the processing elements while the rest streams by: C, B or A of C = A B.
enum class Dataflow { os, ws, is };

struct SystolicArray {
  int rows = 128;
  int columns = 128;
  Dataflow dataflow = Dataflow::os;

  std::int64_t elements() const { return std::int64_t{rows} * columns; }
};

// C[m,n] = A[m,k] B[k,n]. Each is in 1 .. kLargestSide.
struct MatrixShape {
  std::int64_t m = 1;
  std::int64_t n = 1;
  std::int64_t k = 1;

  std::int64_t products() const { return m * n * k; }  // multiply-adds
};
inline constexpr std::int64_t kLargestSide = 1'000'000;  // products of three stay below 2^63
inline constexpr int kLargestArray = 65'536;             // rows or columns

// A product cut into parts of the array's size, each of which `stream` values pass, one a clock.
struct Folds {
  std::int64_t down = 1;    // parts along the rows
  std::int64_t across = 1;  // parts along the columns
  std::int64_t stream = 1;

  std::int64_t count() const { return down * across; }
};

// (rows, columns, stream) take (m, n, k) with os, (k, n, m) with ws, (k, m, n) with is.
Folds folds_of(const SystolicArray& array, const MatrixShape& shape);

// Clocks that a fold takes before its stream: ws and is put what stays into the rows.
std::int64_t fill_clocks(const SystolicArray& array);
// Clocks that a fold takes after its stream: the last value crosses the rows and columns.
std::int64_t drain_clocks(const SystolicArray& array);

// One fold after the other: count * (fill + stream + drain). That is count * (T + R + C - 2) with
// os, and count * (T + 2R + C - 2) with ws and is.
std::int64_t systolic_clocks(const SystolicArray& array, const MatrixShape& shape);

// Multiply-adds over those that all processing elements could do in systolic_clocks().
double systolic_utilisation(const SystolicArray& array, const MatrixShape& shape);

// Values that cross between the array and its scratchpad. What streams is read again for each fold
// across it. What stays is read once. Partial sums of ws and is come back to be added to.
struct ScratchpadValues {
  std::int64_t a_reads = 0;
  std::int64_t b_reads = 0;
  std::int64_t c_reads = 0;
  std::int64_t c_writes = 0;

  friend bool operator==(const ScratchpadValues& a, const ScratchpadValues& b) {
    return a.a_reads == b.a_reads && a.b_reads == b.b_reads && a.c_reads == b.c_reads &&
           a.c_writes == b.c_writes;
  }
};
ScratchpadValues scratchpad_values(const SystolicArray& array, const MatrixShape& shape);

}  // namespace jacquard::cost
