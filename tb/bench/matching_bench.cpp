// SPDX-License-Identifier: Apache-2.0
// The Hopcroft-Karp baseline of `jacquard bench schedule` against the matchings of LEMON and Boost,
// each on the same graph of adjacency lists built anew from the same counts, as a decomposition
// from scratch does in every step. Arguments: ports, and the percentage of pairs that are left.
#include <benchmark/benchmark.h>
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/base/span.hpp"
#include "sim/bench/hopcroft_karp.hpp"

namespace {

using jacquard::base::Rng;
using jacquard::base::Span;
using Counts = std::vector<std::int64_t>;

// What is left of a demand of equal line sums: as many permutations as make up the percentage.
Counts residue(int ports, int percent) {
  Rng rng(1, "matching bench", static_cast<std::uint64_t>(ports));
  const auto n = static_cast<std::size_t>(ports);
  Counts counts(n * n);
  for (int p = 0; p < std::max(1, ports * percent / 100); ++p) {
    const std::vector<int> columns = rng.permutation(ports);
    for (std::size_t i = 0; i < n; ++i) ++counts[i * n + static_cast<std::size_t>(columns[i])];
  }
  return counts;
}

int by_hopcroft_karp(jacquard::bench::HopcroftKarp& solver, const Counts& counts) {
  int size = 0;
  for (const int column : solver.solve(counts)) size += column >= 0;
  return size;
}

int by_lemon(int ports, const Counts& counts) {
  lemon::SmartGraph graph;
  graph.reserveNode(2 * ports);
  for (int k = 0; k < 2 * ports; ++k) graph.addNode();
  std::size_t at = 0;
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (counts[at++] != 0) graph.addEdge(graph.nodeFromId(i), graph.nodeFromId(ports + j));
    }
  }
  lemon::MaxMatching<lemon::SmartGraph> matching(graph);
  matching.greedyInit();
  matching.startSparse();
  return matching.matchingSize();
}

int by_boost(int ports, const Counts& counts) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(2 * static_cast<std::size_t>(ports));
  const auto n = static_cast<std::size_t>(ports);
  for (std::size_t at = 0; at < counts.size(); ++at) {
    if (counts[at] != 0) boost::add_edge(at / n, n + at % n, graph);
  }
  std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(2 * n);
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  return static_cast<int>(boost::matching_size(graph, mate.data()));
}

void require_perfect(benchmark::State& state, int size) {
  if (size != state.range(0)) state.SkipWithError("the matching is not perfect");
}

void hopcroft_karp(benchmark::State& state) {
  const int ports = static_cast<int>(state.range(0));
  const Counts counts = residue(ports, static_cast<int>(state.range(1)));
  jacquard::bench::HopcroftKarp solver(ports);
  for (auto _ : state) require_perfect(state, by_hopcroft_karp(solver, counts));
}

void lemon_max_matching(benchmark::State& state) {
  const int ports = static_cast<int>(state.range(0));
  const Counts counts = residue(ports, static_cast<int>(state.range(1)));
  for (auto _ : state) require_perfect(state, by_lemon(ports, counts));
}

void boost_edmonds(benchmark::State& state) {
  const int ports = static_cast<int>(state.range(0));
  const Counts counts = residue(ports, static_cast<int>(state.range(1)));
  for (auto _ : state) require_perfect(state, by_boost(ports, counts));
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"ports", "percent"})->Unit(benchmark::kMicrosecond);
  for (const int ports : {16, 64, 128, 256}) {
    for (const int percent : {5, 25, 90}) bench->Args({ports, percent});
  }
}

BENCHMARK(hopcroft_karp)->Apply(sizes);
BENCHMARK(lemon_max_matching)->Apply(sizes);
BENCHMARK(boost_edmonds)->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
