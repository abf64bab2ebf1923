// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/maximum_matching.hpp"

#include <lemon/list_graph.h>
#include <lemon/matching.h>

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using schedule::kUnmatched;
using schedule::MaximumMatching;

namespace {

base::BitMatrix random_edges(int n, double density, base::Rng& rng) {
  base::BitMatrix edges(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (rng.chance(density)) edges.set(i, j);
    }
  }
  return edges;
}

int largest_by_lemon(const base::BitMatrix& edges, int n) {
  lemon::ListGraph graph;
  std::vector<lemon::ListGraph::Node> nodes;
  for (int i = 0; i < 2 * n; ++i) nodes.push_back(graph.addNode());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (edges.test(i, j)) {
        graph.addEdge(nodes[static_cast<std::size_t>(i)], nodes[static_cast<std::size_t>(n + j)]);
      }
    }
  }
  lemon::MaxMatching<lemon::ListGraph> oracle(graph);
  oracle.run();
  return oracle.matchingSize();
}

void check_is_matching(const MaximumMatching& matching, const base::BitMatrix& edges) {
  int size = 0;
  for (int i = 0; i < matching.ports(); ++i) {
    const int j = matching.column(i);
    if (j == kUnmatched) continue;
    ++size;
    REQUIRE(edges.test(i, j));
    REQUIRE(matching.row(j) == i);
  }
  REQUIRE(size == matching.size());
}

}  // namespace

TEST_CASE("augmenting reaches the size LEMON finds, from nothing and from a matching kept") {
  base::Rng rng(1, "tb maximum matching");
  for (const int n : {1, 2, 7, 63, 64, 65, 130}) {
    MaximumMatching matching(n);
    for (const double degree : {0.5, 1.0, 2.0, 4.0}) {
      base::BitMatrix edges = random_edges(n, degree / n, rng);
      matching.clear();
      CHECK(matching.augment(edges) == largest_by_lemon(edges, n));
      check_is_matching(matching, edges);
      // Take away some of its pairs and add as many others.
      for (int i = 0; i < n; i += 3) {
        if (matching.column(i) == kUnmatched) continue;
        edges.reset(i, matching.column(i));
        matching.unmatch(i);
        edges.set(i, static_cast<int>(rng.below(static_cast<std::uint64_t>(n))));
      }
      CHECK(matching.augment(edges) == largest_by_lemon(edges, n));
      check_is_matching(matching, edges);
    }
  }
}

TEST_CASE("a row without an augmenting path leaves the matching as it was") {
  base::BitMatrix edges(2, 2);
  edges.set(0, 1);
  edges.set(1, 1);
  MaximumMatching matching(2);
  CHECK(matching.augment_from(0, edges));
  CHECK_FALSE(matching.augment_from(1, edges));
  CHECK(matching.columns() == schedule::Matching{1, kUnmatched});
}
