// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/stuff.hpp"

#include <algorithm>

namespace jacquard::demand {

LineSums line_sums(const QuantaMatrix& demand) {
  const auto n = static_cast<std::size_t>(demand.ports());
  LineSums sums{std::vector<std::int64_t>(n), std::vector<std::int64_t>(n), 0};
  const std::int64_t* count = demand.row_major().data();
  std::int64_t* columns = sums.columns.data();
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t row = 0;
    for (std::size_t j = 0; j < n; ++j, ++count) {
      row += *count;
      columns[j] += *count;
    }
    sums.rows[i] = row;
    sums.largest = std::max(sums.largest, row);
  }
  sums.largest =
      std::max(sums.largest, *std::max_element(sums.columns.begin(), sums.columns.end()));
  return sums;
}

std::vector<Dummy> stuff(const QuantaMatrix& demand) { return stuff(line_sums(demand)); }

std::vector<Dummy> stuff(LineSums sums) {
  const std::size_t n = sums.rows.size();
  for (std::int64_t& sum : sums.rows) sum = sums.largest - sum;
  for (std::int64_t& sum : sums.columns) sum = sums.largest - sum;
  // The north-west corner rule: each dummy fills up a row or a column, which is then left behind.
  std::vector<Dummy> dummies;
  dummies.reserve(2 * n);
  for (std::size_t i = 0, j = 0; i < n && j < n;) {
    std::int64_t& row = sums.rows[i];  // what the line lacks
    std::int64_t& column = sums.columns[j];
    const std::int64_t quanta = std::min(row, column);
    if (quanta > 0) dummies.push_back({static_cast<int>(i), static_cast<int>(j), quanta});
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
