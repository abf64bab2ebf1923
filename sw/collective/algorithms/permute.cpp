// SPDX-License-Identifier: Apache-2.0
// Each member's data to the member that a permutation names; the fabric finds the way. A chain has
// no link between its ends, so who goes down says so.
#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Channel;
using rounds::kNobody;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

RoundSet write_all(PhaseWriter& writer, SymbolicPermutation permutation,
                   Channel::Direction direction) {
  Step step;
  step.permutation = std::move(permutation);
  step.bytes = writer.phase().bytes;
  step.direction = direction;
  return {writer.add(std::move(step), writer.before())};
}

}  // namespace

RoundSet write_permute(PhaseWriter& writer) {
  const SymbolicPermutation& moves = *writer.request().moves;
  if (writer.phase().algorithm.method != Method::chain) {
    return write_all(writer, moves, Channel::Direction::any);
  }
  const rounds::Shape& shape = writer.request().shape;
  std::vector<int> up(static_cast<std::size_t>(shape.size()), kNobody);
  std::vector<int> down = up;
  for (int rank = 0; rank < shape.size(); ++rank) {
    const int to = moves.receiver(shape, rank);
    if (to == kNobody) continue;
    const bool goes_up = shape.digit(to, writer.digit()) >= shape.digit(rank, writer.digit());
    base::at(goes_up ? up : down, rank) = to;
  }
  RoundSet last;
  for (auto* to : {&up, &down}) {
    if (std::all_of(to->begin(), to->end(), [](int rank) { return rank == kNobody; })) continue;
    const auto direction = to == &up ? Channel::Direction::up : Channel::Direction::down;
    last = together(last,
                    write_all(writer, SymbolicPermutation::map_ranks(std::move(*to)), direction));
  }
  return last;
}

}  // namespace jacquard::collective
