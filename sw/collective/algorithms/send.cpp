// SPDX-License-Identifier: Apache-2.0
// One message from one member of each group to another; the fabric finds the way.
#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

rounds::RoundSet write_send(PhaseWriter& writer) {
  const CollectiveRequest& r = writer.request();
  std::vector<int> to(static_cast<std::size_t>(r.shape.size()), rounds::kNobody);
  for (int rank = 0; rank < r.shape.size(); ++rank) {
    if (writer.collective().member(rank) != r.root) continue;
    base::at(to, rank) = writer.collective().rank_of(rank, r.peer);
  }
  Step step;
  step.permutation = rounds::SymbolicPermutation::map_ranks(std::move(to));
  step.pieces = writer.held();
  step.bytes = writer.phase().bytes;
  return {writer.add(std::move(step), writer.before())};
}

}  // namespace jacquard::collective
