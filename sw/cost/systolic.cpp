// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/systolic.hpp"

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::cost {
namespace {

bool within(std::int64_t value, std::int64_t most) { return value >= 1 && value <= most; }

}  // namespace

Folds folds_of(const SystolicArray& array, const MatrixShape& shape) {
  JQ_CHECK(within(array.rows, kLargestArray) && within(array.columns, kLargestArray) &&
               within(shape.m, kLargestSide) && within(shape.n, kLargestSide) &&
               within(shape.k, kLargestSide),
           "the sides of arrays and matrices are bounded where they are read");
  switch (array.dataflow) {
    case Dataflow::os:
      return {base::divide_up(shape.m, array.rows), base::divide_up(shape.n, array.columns),
              shape.k};
    case Dataflow::ws:
      return {base::divide_up(shape.k, array.rows), base::divide_up(shape.n, array.columns),
              shape.m};
    case Dataflow::is:
      return {base::divide_up(shape.k, array.rows), base::divide_up(shape.m, array.columns),
              shape.n};
  }
  return {};
}

std::int64_t fill_clocks(const SystolicArray& array) {
  return array.dataflow == Dataflow::os ? 0 : array.rows;
}

std::int64_t drain_clocks(const SystolicArray& array) {
  return std::int64_t{array.rows} + array.columns - 2;
}

std::int64_t systolic_clocks(const SystolicArray& array, const MatrixShape& shape) {
  const Folds folds = folds_of(array, shape);
  return folds.count() * (fill_clocks(array) + folds.stream + drain_clocks(array));
}

double systolic_utilisation(const SystolicArray& array, const MatrixShape& shape) {
  return static_cast<double>(shape.products()) / static_cast<double>(array.elements()) /
         static_cast<double>(systolic_clocks(array, shape));
}

ScratchpadValues scratchpad_values(const SystolicArray& array, const MatrixShape& shape) {
  const Folds folds = folds_of(array, shape);
  const std::int64_t a = shape.m * shape.k, b = shape.k * shape.n, c = shape.m * shape.n;
  switch (array.dataflow) {
    case Dataflow::os:
      return {a * folds.across, b * folds.down, 0, c};
    case Dataflow::ws:
      return {a * folds.across, b, c * (folds.down - 1), c * folds.down};
    case Dataflow::is:
      return {a, b * folds.across, c * (folds.down - 1), c * folds.down};
  }
  return {};
}

}  // namespace jacquard::cost
