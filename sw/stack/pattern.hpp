// SPDX-License-Identifier: Apache-2.0
// Who sends to whom while a setting is held, among the ranks of a job: a partial permutation,
// symbolic where it can be (Chronos s5.2, "global permutations").
#pragma once

#include <utility>
#include <vector>

#include "jacquard/rounds/shape.hpp"
#include "jacquard/rounds/symbolic_permutation.hpp"

namespace jacquard::stack {

// Actors are classes of ranks that do the same in the same slots (plan.hpp). All ranks of an actor
// send and receive, or those that a list names.
struct Pattern {
  enum class Kind {
    within,   // ranks of one actor: a permutation of the numbers of all ranks, on `shape`
    between,  // rank r of one actor sends to r + `offset`, of another
    listed,   // `pairs`
  };
  Kind kind = Kind::within;
  rounds::Shape shape;                      // within
  rounds::SymbolicPermutation permutation;  // within
  int offset = 0;                           // between
  std::vector<std::pair<int, int>> pairs;   // listed: sender, receiver; by sender, ascending
  std::vector<int> senders;                 // actors that send, ascending
  std::vector<int> receivers;               // actors that receive, ascending

  friend bool operator==(const Pattern& a, const Pattern& b) {
    return a.kind == b.kind && a.shape == b.shape && a.permutation == b.permutation &&
           a.offset == b.offset && a.pairs == b.pairs && a.senders == b.senders &&
           a.receivers == b.receivers;
  }
};

// The rank that receives what `rank`, of actor `actor`, sends, or rounds::kNobody.
int receiver(const Pattern& pattern, int rank, int actor);
// The rank whose message `rank`, of actor `actor`, receives, or rounds::kNobody. Linear in the
// pairs of a list.
int sender(const Pattern& pattern, int rank, int actor);

}  // namespace jacquard::stack
