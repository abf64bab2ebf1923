// SPDX-License-Identifier: Apache-2.0
// Which part of a collective's data a message carries, without a list.
//
// The data of a collective is cut into pieces numbered in a mixed-radix shape of their own: one
// digit for each digit of the group (reduce-scatter, all-gather, all-reduce: a piece is what one
// rank ends with or begins with), two for each (all-to-all: origin, then destination).
#pragma once

#include <vector>

#include "jacquard/rounds/shape.hpp"

namespace jacquard::rounds {

inline constexpr int kNoDigit = -1;

// Values p of one digit of a piece's number that a message of sender s carries in repetition k:
//   p mod modulus == (((s's digit `digit` + add + k x step) mod radix) xor flip) mod modulus
// where radix is of the piece's digit. Modulus 1 carries all values, modulus = radix exactly one.
// With kNoDigit every sender counts as 0: the same values for all (one half of a two-way ring).
struct DigitRule {
  int digit = 0;
  int add = 0;
  int step = 0;
  int flip = 0;
  int modulus = 1;

  friend bool operator==(const DigitRule& a, const DigitRule& b) {
    return a.digit == b.digit && a.add == b.add && a.step == b.step && a.flip == b.flip &&
           a.modulus == b.modulus;
  }
};

// One rule per digit of the pieces' shape. No rules: every piece.
using PieceSet = std::vector<DigitRule>;

// Whether a message of `sender` carries `piece` in repetition `k`.
bool carries(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender, int k,
             int piece);

// Every piece it carries, ascending.
std::vector<int> expand(const PieceSet& set, const Shape& ranks, const Shape& pieces, int sender,
                        int k);
// The same into `carried`, whose memory is used again.
void expand_into(std::vector<int>& carried, const PieceSet& set, const Shape& ranks,
                 const Shape& pieces, int sender, int k);

// Pieces in one message (the same for every sender when each modulus divides its radix).
int count(const PieceSet& set, const Shape& pieces);

}  // namespace jacquard::rounds
