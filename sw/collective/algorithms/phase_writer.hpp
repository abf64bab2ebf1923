// SPDX-License-Identifier: Apache-2.0
// Appends the rounds of one phase to a graph of one collective: what all algorithms share.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/collective/phases.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

// Which pieces a rank holds of a chunk, as rules that do not yet look at this phase's dimension.
struct Slots {
  int digit = 0;   // of the piece's number: this dimension's (all-to-all: the destination's)
  int origin = 0;  // all-to-all: the origin's
  int half = -1;   // the digit that parts the two directions, if there is one
  int slice = -1;  // the digit of a piece's slices, which nvls reads one by one
};

// A round in the making.
struct Step {
  rounds::SymbolicPermutation permutation;
  std::optional<rounds::Cast> cast;  // in place of the permutation
  rounds::PieceSet pieces;
  rounds::Action action = rounds::Action::copy;
  base::Bytes bytes{0};
  int repeat = 1;
  rounds::Channel::Direction direction = rounds::Channel::Direction::any;
};

class PhaseWriter {
 public:
  PhaseWriter(rounds::RoundGraph& graph, const CollectiveRequest& request, const Phase& phase,
              int chunk, int number, rounds::PieceSet held, Slots slots, rounds::RoundSet before);

  const CollectiveRequest& request() const { return request_; }
  const Phase& phase() const { return phase_; }
  const rounds::Collective& collective() const { return graph_.collectives.front(); }
  int digit() const { return phase_.digit; }
  int members() const { return members_; }
  const Slots& slots() const { return slots_; }
  // What the rank holds, to be narrowed to what a message carries.
  const rounds::PieceSet& held() const { return held_; }
  // The chunk's earlier rounds for which every round without another in this phase waits.
  const rounds::RoundSet& before() const { return before_; }
  base::Bytes part_of(base::Bytes bytes) const { return part(bytes, members_, request_.rounding); }
  // The value of this dimension's digit at the root of a broadcast, reduce or send, and for each
  // digit the ranks among which the phase of one has senders, `value` in this dimension.
  int root() const;
  std::vector<rounds::SymbolicPermutation::Range> senders(int value) const;

  // All ranks with these values in this dimension, from the first to the last.
  std::vector<rounds::SymbolicPermutation::Range> all_at(int first, int last) const;

  // Appends the round and returns its number; the last number where the sizes of the repetitions
  // differ, so that they become rounds of their own.
  int add(Step step, rounds::RoundSet after);

 private:
  int channel(rounds::Channel::Direction direction);
  std::vector<base::Bytes> uneven_sizes(const Step& step) const;

  rounds::RoundGraph& graph_;
  const CollectiveRequest& request_;
  const Phase& phase_;
  int chunk_;
  int number_;
  int members_;
  rounds::PieceSet held_;
  Slots slots_;
  rounds::RoundSet before_;
};

}  // namespace jacquard::collective
