// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/pieces.hpp"

#include <algorithm>
#include <array>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

void sort_by_quanta(std::vector<Piece>& pieces) {
  std::int64_t largest = 0;
  for (const Piece& piece : pieces) largest = std::max(largest, piece.quanta);
  std::vector<Piece> sorted(pieces.size());
  for (unsigned shift = 0; (largest >> shift) > 0; shift += 8) {
    const auto digit = [&](const Piece& piece) {
      return static_cast<std::size_t>(piece.quanta >> shift & 0xff);
    };
    std::array<std::size_t, 257> start{};
    for (const Piece& piece : pieces) ++start[digit(piece) + 1];
    for (std::size_t d = 1; d < start.size(); ++d) start[d] += start[d - 1];
    for (const Piece& piece : pieces) sorted[start[digit(piece)]++] = piece;
    pieces.swap(sorted);
  }
}

std::vector<Piece> with_equal_counts(std::vector<Piece> pieces, int ports) {
  const auto n = static_cast<std::size_t>(ports);
  std::vector<int> in_row(n);
  std::vector<int> in_column(n);
  for (const Piece& piece : pieces) {
    ++base::at(in_row, piece.row);
    ++base::at(in_column, piece.column);
  }
  const int most = std::max(*std::max_element(in_row.begin(), in_row.end()),
                            *std::max_element(in_column.begin(), in_column.end()));
  const std::size_t total = n * static_cast<std::size_t>(most);
  if (pieces.size() == total) return pieces;
  std::vector<Piece> all;
  all.reserve(total);
  for (std::size_t i = 0, j = 0; i < n && j < n; in_row[i] == most ? ++i : ++j) {
    for (; in_row[i] < most && in_column[j] < most; ++in_row[i], ++in_column[j]) {
      all.push_back({static_cast<std::int16_t>(i), static_cast<std::int16_t>(j), 0});
    }
  }
  all.insert(all.end(), pieces.begin(), pieces.end());
  return all;
}

}  // namespace jacquard::schedule
