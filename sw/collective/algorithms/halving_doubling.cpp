// SPDX-License-Identifier: Apache-2.0
// Recursive halving and doubling (Thakur, Rabenseifner & Gropp 2005), offsets 1, 2, 4, .. down and
// back.
#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Action;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

// Exchange at `offset` of the pieces whose number agrees in the low bits with `whose` rank's: the
// partner's, to reduce them there, or one's own, to gather them.
int exchange(PhaseWriter& writer, int offset, Action action, base::Bytes bytes, RoundSet after) {
  Step step;
  step.permutation = SymbolicPermutation::flip(writer.digit(), offset);
  step.pieces = writer.held();
  const int partner = action == Action::reduce ? offset : 0;
  base::at(step.pieces, writer.slots().digit) = {writer.digit(), 0, 0, partner, 2 * offset};
  step.action = action;
  step.bytes = bytes;
  return writer.add(std::move(step), std::move(after));
}

// Rounded down, each half is of the half before, as ASTRA-sim has it; rounded up, a whole number of
// parts.
base::Bytes halves(const PhaseWriter& writer, int offset) {
  const base::Bytes bytes = writer.phase().bytes;
  if (writer.request().rounding == Rounding::down) {
    return base::Bytes{bytes.count() / (2 * offset)};
  }
  return writer.part_of(bytes) * (writer.members() / (2 * offset));
}

RoundSet scatter(PhaseWriter& writer, RoundSet after) {
  for (int offset = 1; offset < writer.members(); offset *= 2) {
    after = {exchange(writer, offset, Action::reduce, halves(writer, offset), after)};
  }
  return after;
}

RoundSet gather(PhaseWriter& writer, base::Bytes piece, RoundSet after) {
  for (int offset = writer.members() / 2; offset >= 1; offset /= 2) {
    after = {exchange(writer, offset, Action::copy, piece, after)};
    piece = piece * 2;
  }
  return after;
}

// What an all-reduce gathers first. ASTRA-sim's turn-about halves once more and doubles again,
// which loses the last bit.
base::Bytes turn_about(const PhaseWriter& writer) {
  if (writer.request().rounding == Rounding::up) return writer.part_of(writer.phase().bytes);
  return base::Bytes{halves(writer, writer.members()).count() * 2};
}

// Offsets n/2 .. 1: whoever has the data gives them to the one that much further.
RoundSet broadcast(PhaseWriter& writer) {
  RoundSet rounds;
  const int n = writer.members();
  for (int offset = n / 2; offset >= 1; offset /= 2) {
    std::vector<int> to(static_cast<std::size_t>(n), rounds::kNobody);
    for (int value = 0; value < n; ++value) {
      const bool has_them = (value ^ writer.root()) % (2 * offset) == 0;
      if (has_them) base::at(to, value) = value ^ offset;
    }
    Step step;
    auto senders = writer.senders(0);
    base::at(senders, writer.digit()) = {0, n - 1};
    step.permutation = SymbolicPermutation::map(writer.digit(), std::move(to)).from(senders);
    step.pieces = writer.held();
    step.bytes = writer.phase().bytes;
    rounds.add(writer.add(std::move(step), together(writer.before(), rounds)));
  }
  return rounds;
}

}  // namespace

RoundSet write_halving_doubling(PhaseWriter& writer) {
  switch (writer.phase().kind) {
    case CollectiveKind::reduce_scatter:
      return scatter(writer, writer.before());
    case CollectiveKind::all_gather:
      return gather(writer, writer.phase().bytes, writer.before());
    case CollectiveKind::broadcast:
      return broadcast(writer);
    default:
      return gather(writer, turn_about(writer), scatter(writer, writer.before()));
  }
}

}  // namespace jacquard::collective
