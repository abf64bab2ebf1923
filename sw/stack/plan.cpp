// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

std::vector<std::vector<int>> ranks_by_actor(const Plan& plan) {
  std::vector<std::vector<int>> ranks(plan.actors.size());
  for (int rank = 0; rank < plan.ranks; ++rank) {
    base::at(ranks, base::at(plan.actor_of, rank)).push_back(rank);
  }
  return ranks;
}

}  // namespace jacquard::stack
