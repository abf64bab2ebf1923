// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/matching/max_weight_matching.hpp"

#include <lemon/list_graph.h>
#include <lemon/matching.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::MaxWeightMatching;

namespace {

std::int64_t heaviest_by_lemon(const demand::QuantaMatrix& weights) {
  const int n = weights.ports();
  lemon::ListGraph graph;
  lemon::ListGraph::EdgeMap<std::int64_t> weight(graph);
  std::vector<lemon::ListGraph::Node> nodes;
  for (int i = 0; i < 2 * n; ++i) nodes.push_back(graph.addNode());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (weights.at(i, j) == 0) continue;
      weight[graph.addEdge(nodes[static_cast<std::size_t>(i)],
                           nodes[static_cast<std::size_t>(n + j)])] = weights.at(i, j);
    }
  }
  lemon::MaxWeightedMatching<lemon::ListGraph, lemon::ListGraph::EdgeMap<std::int64_t>> oracle(
      graph, weight);
  oracle.run();
  return oracle.matchingWeight();
}

std::int64_t heaviest_by_enumeration(const demand::QuantaMatrix& weights) {
  std::vector<int> columns(static_cast<std::size_t>(weights.ports()));
  std::iota(columns.begin(), columns.end(), 0);
  std::int64_t best = 0;
  do {
    std::int64_t total = 0;
    for (int i = 0; i < weights.ports(); ++i) {
      total += weights.at(i, columns[static_cast<std::size_t>(i)]);
    }
    best = std::max(best, total);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

// Solves and checks that what is returned is the weight of a perfect matching.
std::int64_t solve(MaxWeightMatching& matching, const demand::QuantaMatrix& weights) {
  const std::int64_t total = matching.solve(weights.row_major());
  std::vector<bool> taken(static_cast<std::size_t>(weights.ports()));
  std::int64_t sum = 0;
  for (int i = 0; i < weights.ports(); ++i) {
    const int j = matching.columns()[static_cast<std::size_t>(i)];
    REQUIRE(j >= 0);
    REQUIRE_FALSE(taken[static_cast<std::size_t>(j)]);
    taken[static_cast<std::size_t>(j)] = true;
    sum += weights.at(i, j);
  }
  CHECK(sum == total);
  return total;
}

}  // namespace

TEST_CASE("the heaviest matching weighs what enumeration finds, up to six ports") {
  for (int n = 1; n <= 6; ++n) {
    MaxWeightMatching matching(n);  // reused: prices of one solve start the next
    for (std::uint64_t k = 0; k < 40; ++k) {
      const auto weights = support::random_demand(n, k % 2 == 0 ? 5 : 1'000'000'000, 0.7, k);
      INFO("ports " << n << ", matrix " << k);
      CHECK(solve(matching, weights) == heaviest_by_enumeration(weights));
    }
  }
}

TEST_CASE("the heaviest matching weighs what LEMON finds, sparse and dense, cold and warm") {
  for (const int n : {16, 40, 64, 65}) {
    MaxWeightMatching warm(n);
    for (std::uint64_t k = 0; k < 6; ++k) {
      const auto weights = support::random_demand(n, 1000, k < 3 ? 0.1 : 1.0, k);
      MaxWeightMatching cold(n);
      const std::int64_t expected = heaviest_by_lemon(weights);
      CHECK(solve(cold, weights) == expected);
      CHECK(solve(warm, weights) == expected);
    }
  }
}

TEST_CASE("prices stay bounded over many solves of the largest weights") {
  const std::int64_t largest = std::int64_t{1} << 58;
  MaxWeightMatching matching(3);
  for (std::uint64_t k = 0; k < 2000; ++k) {
    const auto weights = support::random_demand(3, largest, 0.6, k);
    REQUIRE(solve(matching, weights) == heaviest_by_enumeration(weights));
  }
}

TEST_CASE("the prices of one matching bound the next, and their own exactly") {
  for (std::uint64_t k = 0; k < 20; ++k) {
    const int n = 2 + static_cast<int>(k);
    MaxWeightMatching matching(n);
    const auto first = support::random_demand(n, 100, 0.7, k);
    const std::int64_t heaviest = matching.solve(first.row_major());
    CHECK(matching.bound(first.row_major()) == heaviest);
    const auto second = support::random_demand(n, 100, 0.7, 100 + k);
    CHECK(matching.bound(second.row_major()) >= heaviest_by_lemon(second));
  }
}
