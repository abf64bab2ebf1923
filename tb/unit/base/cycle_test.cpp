// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/cycle.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;

namespace {

using Graph = std::vector<std::vector<int>>;

std::vector<int> cycle_in(const Graph& graph) {
  return base::find_cycle(static_cast<int>(graph.size()),
                          [&graph](int node) -> const auto& { return base::at(graph, node); });
}

// By Warshall's closure: whether a node reaches itself.
bool has_cycle(const Graph& graph) {
  const std::size_t n = graph.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    for (const int j : graph[i]) base::at(reaches[i], j) = true;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (reaches[i][i]) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("A cycle is given from where the walk from the lowest node enters it") {
  CHECK(cycle_in({}).empty());
  CHECK(cycle_in({{1, 2}, {2}, {}}).empty());
  CHECK(cycle_in({{0}}) == std::vector<int>{0});
  // 0 waits for 2, which waits for 3 and that for 2; 1 does not matter.
  CHECK(cycle_in({{1, 2}, {}, {3}, {1, 2}}) == std::vector<int>{2, 3});
}

TEST_CASE("A random graph has a cycle found exactly where a node reaches itself") {
  base::Rng rng(7, "cycles");
  int with_cycle = 0;
  for (int round = 0; round < 400; ++round) {
    Graph graph(1 + rng.below(9));
    for (auto& waits : graph) {
      for (std::size_t i = rng.below(3); i > 0; --i) {
        waits.push_back(static_cast<int>(rng.below(graph.size())));
      }
    }
    const std::vector<int> cycle = cycle_in(graph);
    CHECK(cycle.empty() == !has_cycle(graph));
    with_cycle += !cycle.empty();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto& waits = base::at(graph, cycle[i]);
      const int next = cycle[(i + 1) % cycle.size()];
      CHECK(std::count(waits.begin(), waits.end(), next) > 0);
      CHECK(std::count(cycle.begin(), cycle.end(), cycle[i]) == 1);
    }
  }
  CHECK(with_cycle > 50);
  CHECK(with_cycle < 350);
}

TEST_CASE("A chain of a million nodes is no trouble") {
  constexpr int kNodes = 1'000'000;
  Graph graph(kNodes);
  for (int i = 0; i + 1 < kNodes; ++i) base::at(graph, i) = {i + 1};
  CHECK(cycle_in(graph).empty());
  graph.back() = {kNodes - 2};
  CHECK(cycle_in(graph) == std::vector<int>{kNodes - 2, kNodes - 1});
}
