// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/base/units.hpp"

namespace jacquard::demand {

inline constexpr int kMaxPorts = 1024;
// Entries are bounded so that no line sum of kMaxPorts of them can overflow 63 bits.
inline constexpr base::Bytes kMaxEntry{std::int64_t{1} << 50};

// Bytes each source port (row) owes each destination port (column). N x N, 1 <= N <= kMaxPorts,
// every entry in 0..kMaxEntry.
class DemandMatrix {
 public:
  explicit DemandMatrix(int ports);
  // `row_major` has ports x ports entries. The readers have checked sizes and bounds already.
  DemandMatrix(int ports, std::vector<std::int64_t> row_major);

  int ports() const { return ports_; }
  base::Bytes at(int row, int column) const { return base::Bytes{bytes_[index(row, column)]}; }
  void set(int row, int column, base::Bytes size);
  base::Span<const std::int64_t> row_major() const { return bytes_; }

  base::Bytes largest_entry() const;
  base::Bytes largest_line_sum() const;
  base::Bytes total() const;
  void drop_diagonal();

 private:
  std::size_t index(int row, int column) const { return base::cell(row, column, ports_); }
  int ports_;
  std::vector<std::int64_t> bytes_;
};

// Largest row or column sum of a square row-major matrix of counts.
std::int64_t largest_line_sum(base::Span<const std::int64_t> row_major, int ports);

}  // namespace jacquard::demand
