// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/perfect_matching.hpp"

#include <lemon/list_graph.h>
#include <lemon/matching.h>

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using schedule::bvn::PerfectMatching;

namespace {

int largest_by_lemon(const std::set<std::pair<int, int>>& pairs, int ports) {
  lemon::ListGraph graph;
  std::vector<lemon::ListGraph::Node> nodes;
  for (int k = 0; k < 2 * ports; ++k) nodes.push_back(graph.addNode());
  for (const auto& [row, column] : pairs) {
    graph.addEdge(nodes[static_cast<std::size_t>(row)],
                  nodes[static_cast<std::size_t>(ports + column)]);
  }
  lemon::MaxMatching<lemon::ListGraph> oracle(graph);
  oracle.run();
  return oracle.matchingSize();
}

// Removes matched pairs one by one until none is left, augmenting every free row after each.
template <int W>
void shrink_to_nothing(int ports, double density, std::uint64_t index) {
  base::Rng rng(1, "tb shrinking graph", index);
  PerfectMatching<W> matching(ports);
  std::set<std::pair<int, int>> pairs;
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (!rng.chance(density)) continue;
      pairs.emplace(i, j);
      matching.graph.add(i, j);
    }
  }
  for (;;) {
    std::vector<int> matched;
    for (int row = 0; row < ports; ++row) {
      if (matching.column_of(row) == -1) {
        matching.augment(row,
                         [&](int moved, int old, int) { CHECK(old == matching.column_of(moved)); });
      }
      if (matching.column_of(row) != -1) matched.push_back(row);
    }
    std::set<int> columns;
    for (const int row : matched) {
      REQUIRE(pairs.count({row, matching.column_of(row)}) == 1);
      columns.insert(matching.column_of(row));
    }
    REQUIRE(columns.size() == matched.size());
    REQUIRE(static_cast<int>(matched.size()) == largest_by_lemon(pairs, ports));
    if (matched.empty()) return;
    for (std::size_t k = 0; k < 1 + matched.size() / 4; ++k) {
      const int row = matched[rng.below(matched.size())];
      if (matching.column_of(row) == -1) continue;
      pairs.erase({row, matching.column_of(row)});
      matching.expire(row);
    }
  }
}

}  // namespace

TEST_CASE("a matching kept up with a shrinking graph is as large as LEMON's at every step") {
  shrink_to_nothing<1>(5, 0.7, 0);
  shrink_to_nothing<1>(20, 0.3, 1);
  shrink_to_nothing<1>(64, 0.1, 2);
  shrink_to_nothing<2>(65, 0.1, 3);
  shrink_to_nothing<16>(70, 0.08, 4);
}

TEST_CASE("a failed search knows which pair would have taken it further") {
  // Rows 0 and 1 both have column 0 alone; row 2 has 1 and 2.
  schedule::bvn::PerfectMatching<1> matching(4);
  matching.graph.add(0, 0);
  matching.graph.add(1, 0);
  matching.graph.add(2, 1);
  matching.graph.add(2, 2);
  CHECK(matching.match_free(0));
  CHECK(matching.match_free(2));
  CHECK(matching.column_of(2) == 1);
  CHECK_FALSE(matching.match_free(1));
  const auto ignore = [](int, int, int) {};
  CHECK_FALSE(matching.augment(1, ignore));
  CHECK(matching.extends_search(1, 0, 3));        // row 0 was reached through column 0
  CHECK(matching.extends_search(1, 1, 2));        // the row it started from
  CHECK_FALSE(matching.extends_search(1, 2, 3));  // row 2 was not reached
  CHECK_FALSE(matching.extends_search(1, 3, 3));  // row 3 is free, not reached
  CHECK_FALSE(matching.extends_search(1, 0, 0));  // seen before
  matching.graph.add(0, 3);
  CHECK(matching.augment(1, ignore));
  CHECK(matching.column_of(0) == 3);
  CHECK(matching.column_of(1) == 0);
}
