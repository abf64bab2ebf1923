// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/rounds/pieces.hpp"

namespace jacquard::demand {

namespace {

int wanted(const DigitRule& rule, const Shape& ranks, int radix, int sender, int k) {
  const int own = rule.digit == kNoDigit ? 0 : ranks.digit(sender, rule.digit);
  const int shifted = (own + rule.add + k * rule.step) % radix;
  return ((shifted + radix) % radix ^ rule.flip) % rule.modulus;
}

}  // namespace

bool carries(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender, int k,
             int piece) {
  for (std::size_t d = 0; d < set.size(); ++d) {
    const DigitRule& rule = set[d];
    if (rule.modulus == 1) continue;
    const int at = static_cast<int>(d);
    if (pieces.digit(piece, at) % rule.modulus !=
        wanted(rule, ranks, pieces.radix(at), sender, k)) {
      return false;
    }
  }
  return true;
}

std::vector<int> expand(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender,
                        int k) {
  std::vector<int> carried = {0};
  for (int at = pieces.digits() - 1; at >= 0; --at) {
    const DigitRule rule = set.empty() ? DigitRule{} : set[static_cast<std::size_t>(at)];
    const int first = rule.modulus == 1 ? 0 : wanted(rule, ranks, pieces.radix(at), sender, k);
    std::vector<int> more;
    for (const int piece : carried) {
      for (int value = first; value < pieces.radix(at); value += rule.modulus) {
        more.push_back(piece + value * pieces.stride(at));
      }
    }
    carried = std::move(more);
  }
  return carried;
}

int count(const PieceSet& set, const Shape& pieces) {
  int pieces_carried = pieces.size();
  for (const DigitRule& rule : set) pieces_carried /= rule.modulus;
  return pieces_carried;
}

}  // namespace jacquard::demand
