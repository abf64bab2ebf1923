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

// Which part of what the members hold: a member's piece, or a slice of it.
struct Part {
  int piece = 0;
  base::Bytes bytes{0};
  int slice = 0;
  int slices = 1;
};

Step narrowed(PhaseWriter& writer, Step step, const Part& part) {
  const Slots& slots = writer.slots();
  base::at(step.pieces, slots.digit) = {rounds::kNoDigit, part.piece, 0, 0, writer.members()};
  if (part.slices > 1) {
    base::at(step.pieces, slots.slice) = {rounds::kNoDigit, part.slice, 0, 0, part.slices};
  }
  step.bytes = part.bytes;
  return step;
}

// The sum to the member whose piece it is.
int reduce(PhaseWriter& writer, const Part& part, RoundSet after) {
  const Step step = cast_of(writer, all(writer), {part.piece, part.piece});
  return writer.add(narrowed(writer, step, part), std::move(after));
}

// What that member has of it to all.
int multicast(PhaseWriter& writer, const Part& part, RoundSet after) {
  const Step step = cast_of(writer, {part.piece, part.piece}, all(writer));
  return writer.add(narrowed(writer, step, part), std::move(after));
}

RoundSet scatter(PhaseWriter& writer) {
  RoundSet last;
  const base::Bytes bytes = writer.part_of(writer.phase().bytes);
  for (int piece = 0; piece < writer.members(); ++piece) {
    last.add(reduce(writer, {piece, bytes}, writer.before()));
  }
  return last;
}

RoundSet gather(PhaseWriter& writer) {
  RoundSet last;
  for (int piece = 0; piece < writer.members(); ++piece) {
    last.add(multicast(writer, {piece, writer.phase().bytes}, writer.before()));
  }
  return last;
}

// A slice is read when one of the window before has come back to all: else all reads of a member
// would leave its port before its first multicast. Slices of one piece stand far apart, so that
// multicasts leave from all ports in turn.
RoundSet all_reduce_in_slices(PhaseWriter& writer) {
  const int window = nvls_window(writer.phase().algorithm);
  const base::Bytes bytes = part(writer.part_of(writer.phase().bytes), kNvlsSlices, Rounding::up);
  std::vector<int> multicasts;
  for (int slice = 0; slice < kNvlsSlices; ++slice) {
    for (int piece = 0; piece < writer.members(); ++piece) {
      const Part one{piece, bytes, slice, kNvlsSlices};
      const auto number = static_cast<int>(multicasts.size());
      const int read = reduce(
          writer, one,
          number < window ? writer.before() : RoundSet{base::at(multicasts, number - window)});
      multicasts.push_back(multicast(writer, one, RoundSet{read}));
    }
  }
  const auto last = std::min(multicasts.size(), static_cast<std::size_t>(window));
  return RoundSet(
      std::vector<int>(multicasts.end() - static_cast<std::ptrdiff_t>(last), multicasts.end()));
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
                 ? all_reduce_in_slices(writer)
                 : whole(writer, all(writer), all(writer), false);
  }
}

}  // namespace jacquard::collective
