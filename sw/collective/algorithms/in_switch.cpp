// SPDX-License-Identifier: Apache-2.0
// Switches that add and copy: NVLS, as NCCL has it over NVSwitch (each member reads its part of the
// sum out of the switch and has it multicast), and SHARP (Graham et al. 2016: all data go up to
// the switch once, and their sum comes down to all).
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Cast;
using rounds::RoundSet;

// A cast between members of these values in the phase's dimension.
Step cast_of(PhaseWriter& writer, Cast::Range senders, Cast::Range receivers) {
  Step step;
  step.cast = Cast{writer.digit(), senders, receivers, {}};
  step.pieces = writer.held();
  step.bytes = writer.phase().bytes;
  return step;
}

Cast::Range all(const PhaseWriter& writer) { return {0, writer.members() - 1}; }

// The sum of `piece` to the member of that number.
int reduce_piece(PhaseWriter& writer, int piece, RoundSet after) {
  Step step = cast_of(writer, all(writer), {piece, piece});
  base::at(step.pieces, writer.slots().digit) = {rounds::kNoDigit, piece, 0, 0, writer.members()};
  step.bytes = writer.part_of(writer.phase().bytes);
  return writer.add(std::move(step), std::move(after));
}

// What that member has of it to all.
int multicast_piece(PhaseWriter& writer, int piece, base::Bytes bytes, RoundSet after) {
  Step step = cast_of(writer, {piece, piece}, all(writer));
  base::at(step.pieces, writer.slots().digit) = {rounds::kNoDigit, piece, 0, 0, writer.members()};
  step.bytes = bytes;
  return writer.add(std::move(step), std::move(after));
}

RoundSet scatter(PhaseWriter& writer) {
  RoundSet last;
  for (int piece = 0; piece < writer.members(); ++piece) {
    last.add(reduce_piece(writer, piece, writer.before()));
  }
  return last;
}

RoundSet gather(PhaseWriter& writer) {
  RoundSet last;
  for (int piece = 0; piece < writer.members(); ++piece) {
    last.add(multicast_piece(writer, piece, writer.phase().bytes, writer.before()));
  }
  return last;
}

// The next piece is read when one of the window has come back to all: else all reads of a member
// would leave its port before its first multicast.
RoundSet all_reduce_by_pieces(PhaseWriter& writer) {
  const int window = nvls_window(writer.phase().algorithm);
  const base::Bytes part = writer.part_of(writer.phase().bytes);
  std::vector<int> multicasts;
  for (int piece = 0; piece < writer.members(); ++piece) {
    const int read = reduce_piece(
        writer, piece,
        piece < window ? writer.before() : RoundSet{base::at(multicasts, piece - window)});
    multicasts.push_back(multicast_piece(writer, piece, part, RoundSet{read}));
  }
  const int last = std::min(window, writer.members());
  return RoundSet(std::vector<int>(multicasts.end() - last, multicasts.end()));
}

// All that a rank holds, added or from one.
RoundSet whole(PhaseWriter& writer, Cast::Range senders, Cast::Range receivers, bool is_rooted) {
  Step step = cast_of(writer, senders, receivers);
  if (is_rooted) step.cast->groups = writer.senders(writer.root());
  return RoundSet{writer.add(std::move(step), writer.before())};
}

}  // namespace

RoundSet write_in_switch(PhaseWriter& writer) {
  const int root = writer.root();
  switch (writer.phase().kind) {
    case CollectiveKind::reduce_scatter:
      return scatter(writer);
    case CollectiveKind::all_gather:
      return gather(writer);
    case CollectiveKind::broadcast:
      return whole(writer, {root, root}, all(writer), true);
    case CollectiveKind::reduce:
      return whole(writer, all(writer), {root, root}, true);
    default:
      return writer.phase().algorithm.method == Method::nvls
                 ? all_reduce_by_pieces(writer)
                 : whole(writer, all(writer), all(writer), false);
  }
}

}  // namespace jacquard::collective
