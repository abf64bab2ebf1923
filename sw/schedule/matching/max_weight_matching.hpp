// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

// Maximum-weight assignment of rows to columns by shortest augmenting paths (Jonker & Volgenant
// 1987), O(N^3). The column prices of one solve start the next: any prices are a legal start, and
// those of a similar matrix leave few rows to augment. No allocation after construction.
class MaxWeightMatching {
 public:
  // Largest |weight| times ports() that cannot overflow.
  static constexpr std::int64_t kMaxTotal = std::int64_t{1} << 61;

  explicit MaxWeightMatching(int ports);

  int ports() const { return static_cast<int>(columns_.size()); }

  // `weights` is row-major, ports x ports, >= 0. Every row is matched, if need be at weight 0: such
  // pairs mean nothing to a schedule. Returns the total weight.
  std::int64_t solve(base::Span<const std::int64_t> weights);

  // At least what solve(weights) would return, by the prices of the last solve; near it if the
  // matrix is. O(N^2).
  std::int64_t bound(base::Span<const std::int64_t> weights) const;

  const Matching& columns() const { return columns_; }

 private:
  // The most a row of weights gains over the column prices.
  std::int64_t best_gain(const std::int64_t* weight) const;
  void assign_tight_rows();
  void augment_from(std::size_t row);

  std::size_t n_;
  const std::int64_t* weights_ = nullptr;
  Matching columns_;
  std::vector<int> rows_;
  // Prices: row + column >= weight for every pair, equal for matched ones.
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<std::int64_t> distance_;
  std::vector<int> from_;  // row from which a column was reached most cheaply
  std::vector<int> open_;  // columns not settled yet
  std::vector<int> settled_;
};

}  // namespace jacquard::schedule
