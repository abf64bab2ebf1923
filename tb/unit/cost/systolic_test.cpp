// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/systolic.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

using namespace jacquard;
using namespace jacquard::cost;

namespace {

struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<std::int64_t> values;

  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), values(base::index(r * c)) {}
  std::int64_t& at(std::int64_t r, std::int64_t c) { return values[base::cell(r, c, columns)]; }
  // Beyond its sides it is 0, as padding of a ragged fold.
  std::int64_t padded(std::int64_t r, std::int64_t c) const {
    return r >= 0 && r < rows && c >= 0 && c < columns ? values[base::cell(r, c, columns)] : 0;
  }
};

Matrix random_matrix(std::int64_t rows, std::int64_t columns, base::Rng& rng) {
  Matrix m(rows, columns);
  for (std::int64_t& value : m.values) value = rng.between(-9, 9);
  return m;
}

Matrix transposed(const Matrix& m) {
  Matrix t(m.columns, m.rows);
  for (std::int64_t r = 0; r < m.rows; ++r) {
    for (std::int64_t c = 0; c < m.columns; ++c) t.at(c, r) = m.padded(r, c);
  }
  return t;
}

Matrix product_of(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.columns);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < b.columns; ++j) {
      for (std::int64_t k = 0; k < a.columns; ++k) c.at(i, j) += a.padded(i, k) * b.padded(k, j);
    }
  }
  return c;
}

// A systolic array, clock by clock: each processing element has a register for what comes from the
// left and one for what comes from above, and knows only those of its neighbours one clock ago.
class Array {
 public:
  Array(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        right_(rows, columns),
        down_(rows, columns),
        kept_(rows, columns) {}

  std::int64_t clocks = 0;

  // Values enter skewed from the left and from above, and each element adds their product to what
  // it keeps. Ends when the element that is farthest from both edges has had its last pair.
  Matrix output_stationary(const Matrix& a, const Matrix& b) {
    kept_ = Matrix(rows_, columns_);
    for (std::int64_t done = 0, t = 0; done < a.columns; ++t) {
      tick([&](std::int64_t r) { return a.padded(r, t - r); },
           [&](std::int64_t c) { return b.padded(t - c, c); }, true);
      if (t >= (rows_ - 1) + (columns_ - 1)) ++done;
    }
    return kept_;
  }

  // b moves in from above, a row a clock, and stays. Then a comes skewed from the left, and sums
  // move down, out of the last row. Row i of the result leaves column c at clock i + rows - 1 + c.
  Matrix weight_stationary(const Matrix& a, const Matrix& b) {
    for (std::int64_t r = rows_ - 1; r >= 0; --r) {
      for (std::int64_t i = rows_ - 1; i > 0; --i) {
        for (std::int64_t c = 0; c < columns_; ++c) kept_.at(i, c) = kept_.at(i - 1, c);
      }
      for (std::int64_t c = 0; c < columns_; ++c) kept_.at(0, c) = b.padded(r, c);
      ++clocks;
    }
    right_ = down_ = Matrix(rows_, columns_);
    Matrix out(a.rows, columns_);
    for (std::int64_t left = a.rows * columns_, t = 0; left > 0; ++t) {
      tick([&](std::int64_t r) { return a.padded(t - r, r); }, [](std::int64_t) { return 0; },
           false);
      for (std::int64_t c = 0; c < columns_; ++c) {
        const std::int64_t row = t - (rows_ - 1) - c;
        if (row < 0 || row >= a.rows) continue;
        out.at(row, c) = down_.at(rows_ - 1, c);
        --left;
      }
    }
    return out;
  }

 private:
  template <class Left, class Above>
  void tick(Left left, Above above, bool keep) {
    Matrix right(rows_, columns_), down(rows_, columns_);
    for (std::int64_t r = 0; r < rows_; ++r) {
      for (std::int64_t c = 0; c < columns_; ++c) {
        const std::int64_t x = c > 0 ? right_.at(r, c - 1) : left(r);
        const std::int64_t y = r > 0 ? down_.at(r - 1, c) : above(c);
        right.at(r, c) = x;
        if (keep) kept_.at(r, c) += x * y;
        down.at(r, c) = keep ? y : y + x * kept_.at(r, c);
      }
    }
    right_ = right;
    down_ = down;
    ++clocks;
  }

  std::int64_t rows_, columns_;
  Matrix right_, down_, kept_;
};

Matrix part_of(const Matrix& m, std::int64_t row, std::int64_t rows, std::int64_t column,
               std::int64_t columns) {
  Matrix part(rows, columns);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) part.at(r, c) = m.padded(row + r, column + c);
  }
  return part;
}

void add_part(Matrix& to, const Matrix& part, std::int64_t row, std::int64_t column) {
  for (std::int64_t r = 0; r < part.rows && row + r < to.rows; ++r) {
    for (std::int64_t c = 0; c < part.columns && column + c < to.columns; ++c) {
      to.at(row + r, column + c) += part.padded(r, c);
    }
  }
}

struct Simulated {
  Matrix product;
  std::int64_t clocks;
};

// Fold by fold. Input-stationary is weight-stationary of the transposed product: C' = B' A'.
Simulated simulate(const SystolicArray& array, const Matrix& a, const Matrix& b) {
  if (array.dataflow == Dataflow::is) {
    const SystolicArray ws{array.rows, array.columns, Dataflow::ws};
    Simulated s = simulate(ws, transposed(b), transposed(a));
    return {transposed(s.product), s.clocks};
  }
  Matrix c(a.rows, b.columns);
  std::int64_t clocks = 0;
  const bool os = array.dataflow == Dataflow::os;
  const std::int64_t down = os ? a.rows : b.rows;
  for (std::int64_t r = 0; r < down; r += array.rows) {
    for (std::int64_t j = 0; j < b.columns; j += array.columns) {
      Array pe(array.rows, array.columns);
      if (os) {
        add_part(c,
                 pe.output_stationary(part_of(a, r, array.rows, 0, a.columns),
                                      part_of(b, 0, b.rows, j, array.columns)),
                 r, j);
      } else {
        add_part(c,
                 pe.weight_stationary(part_of(a, 0, a.rows, r, array.rows),
                                      part_of(b, r, array.rows, j, array.columns)),
                 0, j);
      }
      clocks += pe.clocks;
    }
  }
  return {c, clocks};
}

std::int64_t clocks(int rows, int columns, Dataflow flow, MatrixShape shape) {
  return systolic_clocks({rows, columns, flow}, shape);
}

constexpr Dataflow kFlows[] = {Dataflow::os, Dataflow::ws, Dataflow::is};

}  // namespace

TEST_CASE("a systolic array takes the clocks that SCALE-Sim counts") {
  struct Known {
    int side;
    Dataflow flow;
    MatrixShape shape;
    std::int64_t clocks;
  };
  const std::vector<Known> table = {
      {4, Dataflow::os, {4, 4, 4}, 10},           {4, Dataflow::ws, {4, 4, 4}, 14},
      {16, Dataflow::os, {16, 16, 16}, 46},       {16, Dataflow::ws, {16, 16, 16}, 62},
      {128, Dataflow::os, {256, 256, 256}, 2040}, {128, Dataflow::ws, {256, 256, 256}, 2552},
      {128, Dataflow::os, {512, 128, 256}, 2040}, {128, Dataflow::ws, {512, 128, 256}, 1788},
      {128, Dataflow::is, {512, 128, 256}, 4080},
  };
  for (const Known& known : table)
    CHECK(clocks(known.side, known.side, known.flow, known.shape) == known.clocks);
}

TEST_CASE("by hand: one element, one value, and folds that are not whole") {
  for (const Dataflow flow : kFlows) {
    // One element: each of the m n k products takes a clock, and loading what stays one per fold.
    CHECK(clocks(1, 1, flow, {1, 1, 1}) == (flow == Dataflow::os ? 1 : 2));
  }
  CHECK(clocks(1, 1, Dataflow::os, {2, 3, 5}) == 30);
  CHECK(clocks(1, 1, Dataflow::ws, {2, 3, 5}) == 15 * (1 + 2));
  CHECK(clocks(1, 1, Dataflow::is, {2, 3, 5}) == 10 * (1 + 3));
  // 3 x 2 folds of 8 x 4, the last ones ragged: 7 + 8 + 4 - 2 clocks each.
  CHECK(clocks(8, 4, Dataflow::os, {17, 5, 7}) == 6 * 17);
  CHECK(clocks(8, 4, Dataflow::ws, {17, 5, 7}) == 2 * (17 + 16 + 4 - 2));
  CHECK(clocks(8, 4, Dataflow::is, {17, 5, 7}) == 5 * (5 + 16 + 4 - 2));
  // The largest that may be asked for: 10^12 folds of 10^6 + 1 clocks.
  CHECK(clocks(1, 1, Dataflow::ws, {1'000'000, 1'000'000, 1'000'000}) == 1'000'001'000'000'000'000);
}

TEST_CASE("an array simulated element by element multiplies right, in as many clocks") {
  base::Rng rng(7, "systolic");
  for (int trial = 0; trial < 120; ++trial) {
    const auto side = [&rng](std::int64_t most) { return rng.between(1, most); };
    const MatrixShape shape{side(13), side(13), side(13)};
    const int rows = static_cast<int>(side(6)), columns = static_cast<int>(side(6));
    const Matrix a = random_matrix(shape.m, shape.k, rng), b = random_matrix(shape.k, shape.n, rng);
    for (const Dataflow flow : kFlows) {
      INFO(rows << "x" << columns << ", " << shape.m << "x" << shape.n << "x" << shape.k << ", "
                << static_cast<int>(flow));
      const SystolicArray array{rows, columns, flow};
      const Simulated s = simulate(array, a, b);
      CHECK(s.product.values == product_of(a, b).values);
      CHECK(systolic_clocks(array, shape) == s.clocks);
    }
  }
}

TEST_CASE("no array is used more than wholly, and a long stream of whole folds nearly is") {
  for (const Dataflow flow : kFlows) {
    const SystolicArray array{128, 128, flow};
    CHECK(systolic_utilisation(array, {128, 128, 128}) < 0.35);
    CHECK(systolic_utilisation(array, {100'000, 100'000, 100'000}) < 1);
    CHECK(systolic_utilisation(array, {99'968, 99'968, 99'968}) > 0.99);
  }
  // 256^3 products on 128^2 elements in 2040 clocks.
  CHECK(systolic_utilisation({128, 128, Dataflow::os}, {256, 256, 256}) == Approx(1024.0 / 2040));
}

TEST_CASE("values cross between scratchpad and array as often as folds ask") {
  // 2 x 2 folds of m x n: A passes for each fold across, B for each fold down.
  CHECK(scratchpad_values({4, 4, Dataflow::os}, {8, 8, 3}) ==
        ScratchpadValues{8 * 3 * 2, 3 * 8 * 2, 0, 64});
  // 1 x 2 folds of k x n: B stays, A passes twice, no partial sum comes back.
  CHECK(scratchpad_values({4, 4, Dataflow::ws}, {8, 8, 3}) ==
        ScratchpadValues{8 * 3 * 2, 3 * 8, 0, 64});
  // 3 x 2 folds of k x m: B passes for each fold across; sums of three folds down meet.
  CHECK(scratchpad_values({4, 4, Dataflow::is}, {8, 5, 9}) ==
        ScratchpadValues{8 * 9, 9 * 5 * 2, 40 * 2, 40 * 3});
}
