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

// The entries of the line from which the single-hop bound follows at a guard of delta slots,
// longest first, with zeros up to the number of settings that any schedule needs. O(N log N).
std::vector<std::int64_t> critical_holds(const Residue& demand, double delta);

// The demand as pieces, fewest quanta first. No line has more pieces than the fullest line of the
// demand has nonzeros. Within that, entries are cut so that a line's longest piece, its second
// longest and so on exceed `holds`, critical ones, by little. O(E log(largest) + N^2).
std::vector<Piece> cut_to_holds(const Residue& demand, std::vector<std::int64_t> holds);

// By quanta, fewest first, equal ones in the order they had. O(pieces x bytes of the largest).
void sort_by_quanta(std::vector<Piece>& pieces);

// The pieces after so many of nothing that every line has as many as the fullest.
std::vector<Piece> with_equal_counts(std::vector<Piece> pieces, int ports);

}  // namespace jacquard::schedule
