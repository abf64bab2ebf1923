// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/demand_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::demand {

DemandMatrix::DemandMatrix(int ports)
    : DemandMatrix(ports, std::vector<std::int64_t>(static_cast<std::size_t>(ports) *
                                                    static_cast<std::size_t>(ports))) {}

DemandMatrix::DemandMatrix(int ports, std::vector<std::int64_t> row_major)
    : ports_(ports), bytes_(std::move(row_major)) {
  JQ_CHECK(ports >= 1 && ports <= kMaxPorts, "a demand matrix has 1..1024 ports");
  JQ_CHECK(bytes_.size() == index(ports, 0), "a demand matrix is square");
  for (const std::int64_t size : bytes_) {
    JQ_CHECK(size >= 0 && size <= kMaxEntry.count(), "demand entries are within bounds");
  }
}

void DemandMatrix::set(int row, int column, base::Bytes size) {
  JQ_CHECK(size >= base::Bytes{0} && size <= kMaxEntry, "demand entries are within bounds");
  bytes_[index(row, column)] = size.count();
}

base::Bytes DemandMatrix::largest_entry() const {
  return base::Bytes{*std::max_element(bytes_.begin(), bytes_.end())};
}

base::Bytes DemandMatrix::largest_line_sum() const {
  return base::Bytes{demand::largest_line_sum(bytes_, ports_)};
}

base::Bytes DemandMatrix::total() const {
  return base::Bytes{std::accumulate(bytes_.begin(), bytes_.end(), std::int64_t{0})};
}

void DemandMatrix::drop_diagonal() {
  for (int i = 0; i < ports_; ++i) bytes_[index(i, i)] = 0;
}

std::int64_t largest_line_sum(base::Span<const std::int64_t> row_major, int ports) {
  const auto n = static_cast<std::size_t>(ports);
  std::vector<std::int64_t> column(n, 0);
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t row = 0;
    for (std::size_t j = 0; j < n; ++j) {
      row += row_major[i * n + j];
      column[j] += row_major[i * n + j];
    }
    largest = std::max(largest, row);
  }
  return std::max(largest, *std::max_element(column.begin(), column.end()));
}

}  // namespace jacquard::demand
