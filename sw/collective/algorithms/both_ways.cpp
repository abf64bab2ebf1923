// SPDX-License-Identifier: Apache-2.0
// Whole pieces both ways at once. On a closed ring every piece takes the shorter way, so none goes
// further than half round; on an open one there is one way to each member.
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Action;
using rounds::Channel;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

constexpr int kWhole = -1;

// To the next member one way, `way` +1 or -1; `half` 0 or 1 of what it carries, or kWhole.
Step step_to_next(const PhaseWriter& writer, int way, int half) {
  Step step;
  step.permutation = SymbolicPermutation::shift(writer.digit(), way);
  step.direction = way > 0 ? Channel::Direction::up : Channel::Direction::down;
  step.pieces = writer.held();
  if (half != kWhole) {
    base::at(step.pieces, writer.slots().half) = {rounds::kNoDigit, half, 0, 0, 2};
  }
  return step;
}

// In repetition k a member's message is the piece `add + k per_repetition` ahead of it.
void carry_one(Step& step, const PhaseWriter& writer, int add, int per_repetition) {
  base::at(step.pieces, writer.slots().digit) = {writer.digit(), add, per_repetition, 0,
                                                 writer.members()};
}

// A ring of n: so many hops whole each way, and one more in halves where n is even.
int whole_hops(const PhaseWriter& writer) { return (writer.members() - 1) / 2; }
bool has_opposite(const PhaseWriter& writer) { return writer.members() % 2 == 0; }

base::Bytes bytes_of(const PhaseWriter& writer, base::Bytes piece, int half) {
  return half == kWhole ? piece : part(piece, 2, writer.request().rounding);
}

// Both ways' last rounds.
RoundSet gather(PhaseWriter& writer, base::Bytes piece, const RoundSet& after) {
  RoundSet last;
  for (const int way : {1, -1}) {
    RoundSet before = after;
    if (whole_hops(writer) > 0) {
      Step step = step_to_next(writer, way, kWhole);
      carry_one(step, writer, 0, -way);
      step.bytes = piece;
      step.repeat = whole_hops(writer);
      before = {writer.add(std::move(step), before)};
    }
    if (has_opposite(writer)) {
      const int half = way > 0 ? 0 : 1;
      Step step = step_to_next(writer, way, half);
      carry_one(step, writer, -way * whole_hops(writer), 0);
      step.bytes = bytes_of(writer, piece, half);
      before = {writer.add(std::move(step), before)};
    }
    last = together(last, before);
  }
  return last;
}

// The same backwards: what has furthest to go begins.
RoundSet scatter(PhaseWriter& writer, base::Bytes piece, const RoundSet& after) {
  RoundSet last;
  for (const int way : {1, -1}) {
    RoundSet before = after;
    if (has_opposite(writer)) {
      const int half = way > 0 ? 0 : 1;
      Step step = step_to_next(writer, way, half);
      carry_one(step, writer, way * (whole_hops(writer) + 1), 0);
      step.action = Action::reduce;
      step.bytes = bytes_of(writer, piece, half);
      before = {writer.add(std::move(step), before)};
    }
    if (whole_hops(writer) > 0) {
      Step step = step_to_next(writer, way, kWhole);
      carry_one(step, writer, way * whole_hops(writer), -way);
      step.action = Action::reduce;
      step.bytes = piece;
      step.repeat = whole_hops(writer);
      before = {writer.add(std::move(step), before)};
    }
    last = together(last, before);
  }
  return last;
}

// One step on a chain, which waits for all before the phase too, as not all of its members are in
// the step before: the members from the first to the last send to their neighbours `way`.
int chain_step(PhaseWriter& writer, int way, int first, int last, Step step, RoundSet after) {
  step.permutation =
      SymbolicPermutation::shift(writer.digit(), way).from(writer.all_at(first, last));
  return writer.add(std::move(step), std::move(after));
}

// The members that send in step k are all but the first k and the last, seen one way.
RoundSet gather_on_chain(PhaseWriter& writer, base::Bytes piece, const RoundSet& after) {
  const int n = writer.members();
  RoundSet all;
  for (const int way : {1, -1}) {
    RoundSet before = after;
    for (int k = 0; k + 1 < n; ++k) {
      Step step = step_to_next(writer, way, kWhole);
      carry_one(step, writer, -way * k, 0);
      step.bytes = piece;
      const int first = way > 0 ? k : 1;
      const int last = way > 0 ? n - 2 : n - 1 - k;
      const int round = chain_step(writer, way, first, last, std::move(step), before);
      before = together(after, {round});
      all.add(round);
    }
  }
  return all;
}

// In step k the first k + 1 members send, seen one way; the furthest piece first.
RoundSet scatter_on_chain(PhaseWriter& writer, base::Bytes piece, const RoundSet& after) {
  const int n = writer.members();
  RoundSet all;
  for (const int way : {1, -1}) {
    RoundSet before = after;
    for (int k = 0; k + 1 < n; ++k) {
      Step step = step_to_next(writer, way, kWhole);
      carry_one(step, writer, way * (n - 1 - k), 0);
      step.action = Action::reduce;
      step.bytes = piece;
      const int first = way > 0 ? 0 : n - 1 - k;
      const int last = way > 0 ? k : n - 1;
      const int round = chain_step(writer, way, first, last, std::move(step), before);
      before = together(after, {round});
      all.add(round);
    }
  }
  return all;
}

// How many members are reached one way from the root, or reach it from there.
int reach(const PhaseWriter& writer, int way, bool is_open) {
  const int n = writer.members();
  if (is_open) return way > 0 ? n - 1 - writer.root() : writer.root();
  return way > 0 ? n / 2 : (n - 1) / 2;
}

// From the root to all, or to it with their sum, a message at a time each way.
RoundSet rooted(PhaseWriter& writer, bool is_open, bool sums) {
  const int n = writer.members();
  RoundSet all;
  for (const int side : {1, -1}) {
    const int hops = reach(writer, side, is_open);
    int last = -1;
    for (int hop = 0; hop < hops; ++hop) {
      const int way = sums ? -side : side;
      const int distance = sums ? hops - hop : hop;
      const int sender = ((writer.root() + side * distance) % n + n) % n;
      Step step = step_to_next(writer, way, kWhole);
      step.permutation =
          SymbolicPermutation::shift(writer.digit(), way).from(writer.senders(sender));
      if (sums) step.action = Action::reduce;
      step.bytes = writer.phase().bytes;
      RoundSet after = writer.before();
      if (last >= 0) after.add(last);
      last = writer.add(std::move(step), std::move(after));
      all.add(last);
    }
  }
  return all;
}

RoundSet write(PhaseWriter& writer, bool is_open) {
  const Phase& phase = writer.phase();
  const auto gather_all = is_open ? gather_on_chain : gather;
  const auto scatter_all = is_open ? scatter_on_chain : scatter;
  switch (phase.kind) {
    case CollectiveKind::all_gather:
      return gather_all(writer, phase.bytes, writer.before());
    case CollectiveKind::reduce_scatter:
      return scatter_all(writer, writer.part_of(phase.bytes), writer.before());
    case CollectiveKind::all_reduce:
      return gather_all(writer, writer.part_of(phase.bytes),
                        scatter_all(writer, writer.part_of(phase.bytes), writer.before()));
    default:
      return rooted(writer, is_open, phase.kind == CollectiveKind::reduce);
  }
}

}  // namespace

RoundSet write_shorter_way_ring(PhaseWriter& writer) {
  return writer.members() == 2 ? write_ring(writer) : write(writer, false);
}

RoundSet write_chain(PhaseWriter& writer) { return write(writer, true); }

}  // namespace jacquard::collective
