// SPDX-License-Identifier: Apache-2.0
// Who sends to whom in a round, without a list: a rule on one digit of a rank. A ring of 128 on
// 131,072 NPUs is one constant shift.
#pragma once

#include <string>
#include <vector>

#include "jacquard/rounds/shape.hpp"

namespace jacquard::rounds {

inline constexpr int kNobody = -1;

// A partial permutation of the ranks of a shape. One digit of the sender becomes the receiver's:
// shifted (mod radix), xored, or looked up; or, without a digit, the whole rank is looked up.
// Only ranks within `senders` send.
class SymbolicPermutation {
 public:
  enum class Rule { shift, flip, map };

  // Digit values in which ranks send: first..last inclusive. One per digit, or none for all ranks.
  struct Range {
    int first = 0;
    int last = 0;
    friend bool operator==(const Range& a, const Range& b) {
      return a.first == b.first && a.last == b.last;
    }
  };
  static constexpr int kWholeRank = -1;

  static SymbolicPermutation shift(int digit, int by);   // any `by`, taken mod radix
  static SymbolicPermutation flip(int digit, int mask);  // value xor mask; below radix or nobody
  // Receiver's digit for each digit value, kNobody where that value does not send.
  static SymbolicPermutation map(int digit, std::vector<int> to);
  static SymbolicPermutation map_ranks(std::vector<int> to);
  SymbolicPermutation from(std::vector<Range> senders) &&;

  // Receiver of `rank`'s message, or kNobody. 0 <= rank < shape.size().
  int receiver(const Shape& shape, int rank) const;
  // Sender of the message `rank` receives, or kNobody. Linear in the radix for a map.
  int sender(const Shape& shape, int rank) const;
  // Receiver of every rank.
  std::vector<int> expand(const Shape& shape) const;
  // Messages in the round.
  int messages(const Shape& shape) const;

  // What is wrong with it on that shape ("digit 3 of 2", "ranks 1 and 4 both send to 0"), or "".
  std::string fault(const Shape& shape) const;

  Rule rule() const { return rule_; }
  int digit() const { return digit_; }
  int amount() const { return amount_; }  // of a shift or a flip
  const std::vector<int>& table() const { return table_; }
  const std::vector<Range>& senders() const { return senders_; }

  friend bool operator==(const SymbolicPermutation& a, const SymbolicPermutation& b) {
    return a.rule_ == b.rule_ && a.digit_ == b.digit_ && a.amount_ == b.amount_ &&
           a.table_ == b.table_ && a.senders_ == b.senders_;
  }

 private:
  bool sends(const Shape& shape, int rank) const;

  Rule rule_ = Rule::shift;
  int digit_ = 0;
  int amount_ = 0;
  std::vector<int> table_;
  std::vector<Range> senders_;
};

}  // namespace jacquard::rounds
