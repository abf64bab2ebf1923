// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/schedule/circuit/residue.hpp"

namespace jacquard::schedule {

// What a pair is to send in one setting.
struct Piece {
  std::int16_t row;
  std::int16_t column;
  std::int64_t quanta;
};

// The demand as pieces, fewest quanta first. No line has more pieces than the fullest line of the
// demand has nonzeros. Within that, entries are cut so that a line's longest piece, its second
// longest and so on exceed those of the critical line by little. The single-hop bound follows from
// that line. delta is the guard in slots. O(E log(largest) + N^2).
std::vector<Piece> cut_to_critical_line(const Residue& demand, double delta);

// By quanta, fewest first, equal ones in the order they had. O(pieces x bytes of the largest).
void sort_by_quanta(std::vector<Piece>& pieces);

// The pieces after so many of nothing that every line has as many as the fullest.
std::vector<Piece> with_equal_counts(std::vector<Piece> pieces, int ports);

}  // namespace jacquard::schedule
