// SPDX-License-Identifier: Apache-2.0
// Direct: everyone to everyone, offset by offset.
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Action;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

// The offsets, nearest first; with a window each waits for what the window's first has brought.
RoundSet sweep(PhaseWriter& writer, Action action, base::Bytes bytes, const RoundSet& before) {
  const Phase& phase = writer.phase();
  const bool gathers = action == Action::copy && phase.kind != CollectiveKind::all_to_all;
  const bool broadcasts = phase.kind == CollectiveKind::broadcast;
  std::vector<int> rounds;
  for (int offset = 1; offset < writer.members(); ++offset) {
    const int by = phase.reversed ? -offset : offset;
    Step step;
    step.permutation = SymbolicPermutation::shift(writer.digit(), by);
    if (broadcasts) {
      step.permutation = std::move(step.permutation).from(writer.senders(writer.root()));
    }
    step.pieces = writer.held();
    if (phase.kind == CollectiveKind::all_to_all) {
      base::at(step.pieces, writer.slots().origin) = {writer.digit(), 0, 0, 0, writer.members()};
    }
    if (!broadcasts) {
      base::at(step.pieces, writer.slots().digit) = {writer.digit(), gathers ? 0 : by, 0, 0,
                                                     writer.members()};
    }
    step.action = action;
    step.bytes = bytes;
    // Whoever has received in a round of the window had begun it, so has `before` behind it too.
    const int window = phase.algorithm.window;
    const bool waits_for_window = window > 0 && offset > window;
    rounds.push_back(
        writer.add(std::move(step),
                   waits_for_window ? RoundSet{base::at(rounds, offset - window - 1)} : before));
  }
  return RoundSet(rounds);
}

}  // namespace

RoundSet write_direct(PhaseWriter& writer) {
  const Phase& phase = writer.phase();
  const base::Bytes part = writer.part_of(phase.bytes);
  switch (phase.kind) {
    case CollectiveKind::reduce_scatter:
      return sweep(writer, Action::reduce, part, writer.before());
    case CollectiveKind::all_to_all:
      return sweep(writer, Action::copy, part, writer.before());
    case CollectiveKind::all_reduce:
      return sweep(writer, Action::copy, part,
                   sweep(writer, Action::reduce, part, writer.before()));
    default:  // all-gather and broadcast move all they have
      return sweep(writer, Action::copy, phase.bytes, writer.before());
  }
}

}  // namespace jacquard::collective
