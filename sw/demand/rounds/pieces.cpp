// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/rounds/pieces.hpp"

namespace jacquard::demand {

bool carries(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender, int k,
             int piece) {
  for (std::size_t d = 0; d < set.size(); ++d) {
    const DigitRule& rule = set[d];
    if (rule.modulus == 1) continue;
    const int at = static_cast<int>(d);
    const int radix = pieces.radix(at);
    const int own = rule.digit == kNoDigit ? 0 : ranks.digit(sender, rule.digit);
    const int shifted = (own + rule.add + k * rule.step) % radix;
    const int wanted = (shifted + radix) % radix ^ rule.flip;
    if (pieces.digit(piece, at) % rule.modulus != wanted % rule.modulus) return false;
  }
  return true;
}

std::vector<int> expand(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender,
                        int k) {
  std::vector<int> carried;
  for (int piece = 0; piece < pieces.size(); ++piece) {
    if (carries(set, ranks, pieces, sender, k, piece)) carried.push_back(piece);
  }
  return carried;
}

int count(const PieceSet& set, const Shape& pieces) {
  int pieces_carried = pieces.size();
  for (const DigitRule& rule : set) pieces_carried /= rule.modulus;
  return pieces_carried;
}

}  // namespace jacquard::demand
