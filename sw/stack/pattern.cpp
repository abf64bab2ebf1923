// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/pattern.hpp"

#include <algorithm>

namespace jacquard::stack {
namespace {

bool among(const std::vector<int>& actors, int actor) {
  return std::binary_search(actors.begin(), actors.end(), actor);
}

}  // namespace

int receiver(const Pattern& pattern, int rank, int actor) {
  if (!among(pattern.senders, actor)) return rounds::kNobody;
  switch (pattern.kind) {
    case Pattern::Kind::within:
      return pattern.permutation.receiver(pattern.shape, rank);
    case Pattern::Kind::between:
      return rank + pattern.offset;
    case Pattern::Kind::listed:
      break;
  }
  const auto at =
      std::lower_bound(pattern.pairs.begin(), pattern.pairs.end(), std::pair<int, int>{rank, -1});
  return at != pattern.pairs.end() && at->first == rank ? at->second : rounds::kNobody;
}

int sender(const Pattern& pattern, int rank, int actor) {
  if (!among(pattern.receivers, actor)) return rounds::kNobody;
  switch (pattern.kind) {
    case Pattern::Kind::within:
      return pattern.permutation.sender(pattern.shape, rank);
    case Pattern::Kind::between:
      return rank - pattern.offset;
    case Pattern::Kind::listed:
      break;
  }
  const auto at = std::find_if(pattern.pairs.begin(), pattern.pairs.end(),
                               [rank](const auto& pair) { return pair.second == rank; });
  return at != pattern.pairs.end() ? at->first : rounds::kNobody;
}

}  // namespace jacquard::stack
