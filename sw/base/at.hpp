// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace jacquard::base {

// values[index] for the signed indices of NPUs, ports and dimensions. 0 <= index < values.size().
template <class Values, class Index>
constexpr decltype(auto) at(Values&& values, Index index) {
  return values[static_cast<std::size_t>(index)];
}

// A number that is not below 0, as containers count.
template <class Number>
constexpr std::size_t index(Number number) {
  return static_cast<std::size_t>(number);
}

// Where (row, column) stands in a table of so many columns that is stored row by row.
template <class Number>
constexpr std::size_t cell(Number row, Number column, Number columns) {
  return index(row) * index(columns) + index(column);
}

}  // namespace jacquard::base
