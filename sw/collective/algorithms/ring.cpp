// SPDX-License-Identifier: Apache-2.0
// Ring (Patarasuk & Yuan 2009), one way or, with half of the data each way, both at once.
#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Action;
using rounds::Channel;
using rounds::PieceSet;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

// One way round: `way` is +1 towards higher numbers or -1, `half` what it carries of a two-way
// ring's data (0 or 1), or -1 for all.
struct Course {
  int way = 1;
  int half = -1;
};

Step step_on(const PhaseWriter& writer, const Course& course) {
  Step step;
  step.permutation = SymbolicPermutation::shift(writer.digit(), course.way);
  step.direction = course.way > 0 ? Channel::Direction::up : Channel::Direction::down;
  step.pieces = writer.held();
  if (course.half >= 0) {
    base::at(step.pieces, writer.slots().half) = {rounds::kNoDigit, course.half, 0, 0, 2};
  }
  return step;
}

base::Bytes halved(const PhaseWriter& writer, base::Bytes bytes, const Course& course) {
  return course.half < 0 ? bytes : part(bytes, 2, writer.request().rounding);
}

void carry_one(Step& step, const PhaseWriter& writer, int slot, int add, int per_repetition) {
  base::at(step.pieces, slot) = {writer.digit(), add, per_repetition, 0, writer.members()};
}

// After n-1 repetitions the sum of piece r has come round to rank r.
int reduce_scatter(PhaseWriter& writer, const Course& course, RoundSet after) {
  Step step = step_on(writer, course);
  carry_one(step, writer, writer.slots().digit, -course.way, -course.way);
  step.action = Action::reduce;
  step.bytes = halved(writer, writer.part_of(writer.phase().bytes), course);
  step.repeat = writer.members() - 1;
  return writer.add(std::move(step), std::move(after));
}

// Rank r's piece r goes all the way round. `piece_bytes` before halving.
int all_gather(PhaseWriter& writer, const Course& course, base::Bytes piece_bytes, RoundSet after) {
  Step step = step_on(writer, course);
  carry_one(step, writer, writer.slots().digit, 0, -course.way);
  step.bytes = halved(writer, piece_bytes, course);
  step.repeat = writer.members() - 1;
  return writer.add(std::move(step), std::move(after));
}

// What goes `offset` further is forwarded hop by hop; the nearest destination first.
int all_to_all(PhaseWriter& writer, const Course& course, int offset, RoundSet after) {
  Step step = step_on(writer, course);
  carry_one(step, writer, writer.slots().origin, 0, -course.way);
  carry_one(step, writer, writer.slots().digit, course.way * offset, -course.way);
  step.bytes = halved(writer, writer.part_of(writer.phase().bytes), course);
  step.repeat = offset;
  return writer.add(std::move(step), std::move(after));
}

// From the root from neighbour to neighbour.
RoundSet broadcast(PhaseWriter& writer, const Course& course) {
  RoundSet rounds;
  const int n = writer.members();
  for (int hop = 0; hop + 1 < n; ++hop) {
    Step step = step_on(writer, course);
    const int sender = ((writer.root() + course.way * hop) % n + n) % n;
    step.permutation =
        SymbolicPermutation::shift(writer.digit(), course.way).from(writer.senders(sender));
    step.bytes = halved(writer, writer.phase().bytes, course);
    RoundSet after = writer.before();
    if (!rounds.empty()) after.add(rounds.largest());
    rounds.add(writer.add(std::move(step), std::move(after)));
  }
  return rounds;
}

// To the root from neighbour to neighbour, each adding its own.
RoundSet reduce(PhaseWriter& writer, const Course& course) {
  RoundSet rounds;
  const int n = writer.members();
  for (int hop = 0; hop + 1 < n; ++hop) {
    Step step = step_on(writer, course);
    const int sender = ((writer.root() + course.way * (hop + 1)) % n + n) % n;
    step.permutation =
        SymbolicPermutation::shift(writer.digit(), course.way).from(writer.senders(sender));
    step.action = Action::reduce;
    step.bytes = halved(writer, writer.phase().bytes, course);
    RoundSet after = writer.before();
    if (!rounds.empty()) after.add(rounds.largest());
    rounds.add(writer.add(std::move(step), std::move(after)));
  }
  return rounds;
}

RoundSet write_course(PhaseWriter& writer, const Course& course) {
  const Phase& phase = writer.phase();
  switch (phase.kind) {
    case CollectiveKind::reduce_scatter:
      return {reduce_scatter(writer, course, writer.before())};
    case CollectiveKind::all_gather:
      return {all_gather(writer, course, phase.bytes, writer.before())};
    case CollectiveKind::all_reduce:
      return {all_gather(writer, course, writer.part_of(phase.bytes),
                         {reduce_scatter(writer, course, writer.before())})};
    case CollectiveKind::broadcast:
      return broadcast(writer, course);
    case CollectiveKind::reduce:
      return reduce(writer, course);
    default:
      break;
  }
  RoundSet last = writer.before();
  for (int offset = 1; offset < writer.members(); ++offset) {
    last = {all_to_all(writer, course, offset, last)};
  }
  return last;
}

// An all-to-all both ways goes the shorter way; halves only to the NPU opposite.
RoundSet two_way_all_to_all(PhaseWriter& writer, int way) {
  RoundSet last = writer.before();
  const int n = writer.members();
  for (int offset = 1; 2 * offset <= n; ++offset) {
    const Course course{way, 2 * offset < n ? -1 : (way > 0 ? 0 : 1)};
    last = {all_to_all(writer, course, offset, last)};
  }
  return last;
}

}  // namespace

RoundSet write_ring(PhaseWriter& writer) {
  return write_course(writer, {writer.phase().reversed ? -1 : 1, -1});
}

RoundSet write_two_way_ring(PhaseWriter& writer) {
  const bool exchange = writer.phase().kind == CollectiveKind::all_to_all;
  RoundSet last;
  for (const int way : {1, -1}) {
    last = together(last, exchange ? two_way_all_to_all(writer, way)
                                   : write_course(writer, {way, way > 0 ? 0 : 1}));
  }
  return last;
}

}  // namespace jacquard::collective
