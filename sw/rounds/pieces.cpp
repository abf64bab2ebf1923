// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/pieces.hpp"

#include <cstdint>

#include "jacquard/base/at.hpp"

namespace jacquard::rounds {

namespace {

int wanted(const DigitRule& rule, const Shape& ranks, int radix, int sender, int k) {
  const std::int64_t own = rule.digit == kNoDigit ? 0 : ranks.digit(sender, rule.digit);
  const std::int64_t shifted = (own + rule.add + std::int64_t{k} * rule.step) % radix;
  return (static_cast<int>((shifted + radix) % radix) ^ rule.flip) % rule.modulus;
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

void expand_into(std::vector<int>& carried, const PieceSet& set, const Shape& ranks,
                 const Shape& pieces, int sender, int k) {
  carried.assign(1, 0);
  for (int at = pieces.digits() - 1; at >= 0; --at) {
    const DigitRule rule = set.empty() ? DigitRule{} : base::at(set, at);
    const int first = rule.modulus == 1 ? 0 : wanted(rule, ranks, pieces.radix(at), sender, k);
    const int stride = pieces.stride(at);
    const std::size_t so_far = carried.size();
    const auto values = static_cast<std::size_t>((pieces.radix(at) - first - 1) / rule.modulus + 1);
    carried.resize(so_far * values);
    // From the back, so that each is spread over places whose own have been spread already.
    for (std::size_t i = so_far; i-- > 0;) {
      const int piece = carried[i] + first * stride;
      for (std::size_t v = values; v-- > 0;) {
        carried[i * values + v] = piece + static_cast<int>(v) * rule.modulus * stride;
      }
    }
  }
}

std::vector<int> expand(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender,
                        int k) {
  std::vector<int> carried;
  expand_into(carried, set, ranks, pieces, sender, k);
  return carried;
}

int count(const PieceSet& set, const Shape& pieces) {
  int pieces_carried = pieces.size();
  for (const DigitRule& rule : set) pieces_carried /= rule.modulus;
  return pieces_carried;
}

}  // namespace jacquard::rounds
