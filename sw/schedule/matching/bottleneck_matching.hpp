// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/schedule/matching/maximum_matching.hpp"

namespace jacquard::schedule {

// Birkhoff decomposition by bottleneck matchings: each step the perfect matching whose smallest
// entry is as large as can be. That entry never grows from step to step, so the search for the next
// one starts from the last (threshold method of bottleneck assignment, after Gabow & Tarjan 1988).
// A step costs O(N^2 / 64) for a row rematched above the threshold and O(N^2) where it must fall.
class BottleneckMatching {
 public:
  // `entries` is row-major, ports x ports, >= 0, all line sums equal.
  BottleneckMatching(int ports, std::vector<std::int64_t> entries);

  // Finds the next matching; returns its smallest entry, or 0 if nothing is left.
  std::int64_t next();
  const Matching& columns() const { return matching_.columns(); }
  // Takes `hold` <= what next() returned from every matched entry.
  void subtract(std::int64_t hold);

 private:
  std::int64_t widest_path(int row);
  void lower_threshold(std::int64_t threshold);

  std::size_t n_;
  std::vector<std::int64_t> entries_;
  std::int64_t left_;  // of every line sum
  std::int64_t threshold_;
  base::BitMatrix edges_;  // entries >= threshold_
  MaximumMatching matching_;
  std::vector<std::int64_t> width_;
  std::vector<int> open_;
};

}  // namespace jacquard::schedule
