// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/stuff.hpp"

#include <algorithm>

namespace jacquard::demand {

std::vector<Dummy> stuff(const QuantaMatrix& demand) {
  const int n = demand.ports();
  const std::int64_t target = demand.largest_line_sum();
  std::vector<std::int64_t> row_lacks(static_cast<std::size_t>(n), target);
  std::vector<std::int64_t> column_lacks(static_cast<std::size_t>(n), target);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      row_lacks[static_cast<std::size_t>(i)] -= demand.at(i, j);
      column_lacks[static_cast<std::size_t>(j)] -= demand.at(i, j);
    }
  }
  // The north-west corner rule: each dummy fills up a row or a column, which is then left behind.
  std::vector<Dummy> dummies;
  for (int i = 0, j = 0; i < n && j < n;) {
    std::int64_t& row = row_lacks[static_cast<std::size_t>(i)];
    std::int64_t& column = column_lacks[static_cast<std::size_t>(j)];
    const std::int64_t quanta = std::min(row, column);
    if (quanta > 0) dummies.push_back({i, j, quanta});
    row -= quanta;
    column -= quanta;
    if (row == 0) {
      ++i;
    } else {
      ++j;
    }
  }
  return dummies;
}

}  // namespace jacquard::demand
