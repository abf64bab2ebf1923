// SPDX-License-Identifier: Apache-2.0
// A message between more than two ranks, which switches copy and add on its way.
#pragma once

#include <string>
#include <vector>

#include "jacquard/rounds/symbolic_permutation.hpp"

namespace jacquard::rounds {

// In each group of ranks that differ in `digit` alone: what the senders send is added, by the
// operator of the collective, and every receiver gets the sum. One sender: a multicast. One
// receiver: a reduction. Whoever is both sends and receives.
struct Cast {
  using Range = SymbolicPermutation::Range;

  int digit = 0;
  Range senders;              // values of that digit
  Range receivers;            // likewise
  std::vector<Range> groups;  // of every digit, for groups that take part; none: all do

  // The group of a rank, named by its member of value 0; kNobody if it takes no part.
  int group(const Shape& shape, int rank) const;
  bool sends(const Shape& shape, int rank) const;
  bool receives(const Shape& shape, int rank) const;
  // Ranks of a group that send or receive, ascending.
  std::vector<int> senders_of(const Shape& shape, int group) const;
  std::vector<int> receivers_of(const Shape& shape, int group) const;
  bool adds() const { return senders.first < senders.last; }
  // Messages that leave senders.
  int messages(const Shape& shape) const;

  // What is wrong with it on that shape, or "".
  std::string fault(const Shape& shape) const;

  friend bool operator==(const Cast& a, const Cast& b) {
    return a.digit == b.digit && a.senders == b.senders && a.receivers == b.receivers &&
           a.groups == b.groups;
  }
};

}  // namespace jacquard::rounds
