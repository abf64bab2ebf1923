// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/baselines.hpp"

#include <lemon/list_graph.h>
#include <lemon/matching.h>

#include <catch2/catch.hpp>

#include "jacquard/schedule/check.hpp"
#include "sim/bench/bitset_matching.hpp"
#include "sim/bench/hopcroft_karp.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;

namespace {

int largest_by_lemon(const demand::QuantaMatrix& pairs) {
  lemon::ListGraph graph;
  std::vector<lemon::ListGraph::Node> nodes;
  const int n = pairs.ports();
  for (int k = 0; k < 2 * n; ++k) nodes.push_back(graph.addNode());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (pairs.at(i, j) == 0) continue;
      graph.addEdge(nodes[static_cast<std::size_t>(i)], nodes[static_cast<std::size_t>(n + j)]);
    }
  }
  lemon::MaxMatching<lemon::ListGraph> oracle(graph);
  oracle.run();
  return oracle.matchingSize();
}

// Number of pairs of a matching; -1 if it is none or has a pair the graph has not.
int size_of(const schedule::Matching& columns, const demand::QuantaMatrix& pairs) {
  std::vector<bool> used(columns.size(), false);
  int size = 0;
  for (int row = 0; row < pairs.ports(); ++row) {
    const int column = columns[static_cast<std::size_t>(row)];
    if (column == schedule::kUnmatched) continue;
    if (pairs.at(row, column) == 0 || used[static_cast<std::size_t>(column)]) return -1;
    used[static_cast<std::size_t>(column)] = true;
    ++size;
  }
  return size;
}

}  // namespace

TEST_CASE("the baselines' schedules are valid, and those by maximum matchings take D slots") {
  for (const auto& [name, matrix] : support::demand_shapes({1, 2, 5, 16, 33, 65}, 30)) {
    INFO(name);
    const auto karp = bench::scratch_hopcroft_karp(matrix);
    const auto bitset = bench::scratch_bitset(matrix);
    const auto greedy = bench::rescanned_greedy(matrix);
    for (const auto* found : {&karp, &bitset, &greedy}) {
      const schedule::Verdict verdict = schedule::check(matrix, *found);
      CHECK(verdict.fault == "");
      CHECK(verdict.served_quanta == matrix.total());
      CHECK(verdict.useless_pairs == 0);
    }
    CHECK(karp.slots() == matrix.largest_line_sum());
    CHECK(bitset.slots() == matrix.largest_line_sum());
  }
}

TEST_CASE("the baselines' matchings are as large as LEMON's on graphs without a perfect one too") {
  for (const int ports : {1, 4, 13, 64, 70}) {
    bench::HopcroftKarp karp(ports);
    bench::BitsetMatching bitset(ports);
    for (std::uint64_t index = 0; index < 20; ++index) {
      const double density = 3.0 / ports * static_cast<double>(index) / 20;
      const auto pairs = support::random_demand(ports, 1, density, index);
      const int expected = largest_by_lemon(pairs);
      CHECK(size_of(karp.solve(pairs.row_major()), pairs) == expected);
      bitset.build(pairs.row_major());
      CHECK(size_of(bitset.solve(), pairs) == expected);
    }
  }
}
