// SPDX-License-Identifier: Apache-2.0
// The two trees against a construction of their own: recursion, numbering nodes as it leaves them.
#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "jacquard/collective/generate.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

// Parent of each member: a root and below it a full tree whose nodes, visited left, self, right,
// have the other numbers in order.
std::map<int, int> parents_by_recursion(int members, bool root_is_last) {
  std::map<int, int> parent;
  int next = root_is_last ? 0 : 1;
  const std::function<int(int)> subtree = [&](int nodes) {
    const int below = (nodes - 1) / 2;
    const int left = below > 0 ? subtree(below) : -1;
    const int self = next++;
    const int right = below > 0 ? subtree(below) : -1;
    if (left >= 0) parent[left] = self;
    if (right >= 0) parent[right] = self;
    return self;
  };
  const int top = subtree(members - 1);
  parent[top] = root_is_last ? members - 1 : 0;
  return parent;
}

TEST_CASE("Both trees are full binary trees in order below the last or the first NPU") {
  for (const int n : {2, 4, 8, 16, 64}) {
    const rounds::RoundGraph graph =
        generate(one_dimension(CollectiveKind::all_reduce, Method::double_binary_tree, n, 4096, 2));
    std::map<int, int> up[2];
    std::map<int, int> down[2];
    for (const rounds::Round& round : graph.rounds) {
      const bool sums = round.action == rounds::Action::reduce;
      auto& tree = (sums ? up : down)[round.chunk];
      for (int rank = 0; rank < n; ++rank) {
        const int to = round.permutation.receiver(graph.collectives[0].shape, rank);
        if (to == rounds::kNobody) continue;
        tree[sums ? rank : to] = sums ? to : rank;  // child to parent either way
      }
    }
    for (const int tree : {0, 1}) {
      CHECK(up[tree] == parents_by_recursion(n, tree == 0));
      CHECK(down[tree] == up[tree]);
    }
  }
}

}  // namespace
}  // namespace jacquard::collective
