// SPDX-License-Identifier: Apache-2.0
// What each NPU does in one phase of a collective: the rounds of sw/collective, as one NPU goes
// through them in ASTRA-sim's system layer.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/astra/event_queue.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::astra {

// Messages that go to the same place one after the other.
struct Leg {
  rounds::SymbolicPermutation permutation;  // of positions in the dimension
  std::int64_t messages = 1;
  std::int64_t bytes = 0;  // of each
  bool reduces = false;
  Tick reduction = 0;  // where a release of this message is charged
};

// An NPU begins with `window` releases; each takes the endpoint delay and gives a token, with which
// the next message is sent and its counterpart's receive posted; each message received makes a
// release. The phase ends when all is sent and `window` tokens are left over.
struct Releases {
  std::vector<Leg> legs;
  std::int64_t sends = 0;
  int window = 1;
  // All-reduce: the first `middle` messages reduce, and no later one is sent before as many have
  // come.
  std::int64_t middle = 0;
  // Which releases are charged a reduction: counted in cycles of `window` that are not and
  // `charged` that are; in an all-reduce only in every other cycle.
  enum class Charge { never, always, every_other_cycle };
  Charge charge = Charge::never;
  std::int64_t charged = 0;

  bool is_charged(std::int64_t release) const {
    if (charge == Charge::never) return false;
    const std::int64_t cycle = window + charged;
    return release % cycle >= window && (charge == Charge::always || release / cycle % 2 == 0);
  }
};

// A binary tree over positions: sums go up to the root, and down again.
struct Tree {
  struct Place {
    int parent = -1;
    int left = -1;
    int right = -1;
  };
  std::vector<Place> places;
  std::int64_t bytes = 0;  // up and down
  Tick reduction = 0;
};

struct Program {
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  rounds::Shape positions;  // one digit: the members of the dimension
  bool is_tree = false;
  Releases releases;
  Tree tree;
  std::int64_t bytes_after = 0;  // of the chunk
};

// What a phase is asked to be.
struct Part {
  rounds::CollectiveKind kind = rounds::CollectiveKind::all_reduce;
  Implementation implementation;
  int members = 2;
  bool reversed = false;  // ring and direct: towards lower numbers
  int tree = 0;           // double binary tree: 0 has its root at the last position, 1 at the first
  std::int64_t bytes = 0;
  bool local = false;  // in a group smaller than the cluster
};

bool operator<(const Part& a, const Part& b);

// Throws ConfigError for what ASTRA-sim hangs or crashes on: halving-doubling or a tree of other
// than 2^k members, halving-doubling of an all-to-all.
Program program_for(const Part& part, double local_mem_bw);

// Nanoseconds to write `bytes` and read two operands, as ASTRA-sim rounds them; none with a
// bandwidth of 0.
Tick reduction_delay(std::int64_t bytes, double local_mem_bw);

}  // namespace jacquard::astra
