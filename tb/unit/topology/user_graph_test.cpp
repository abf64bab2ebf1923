// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/user_graph.hpp"

#include <catch2/catch.hpp>
#include <thread>

#include "jacquard/base/rng.hpp"
#include "support/fault_of.hpp"
#include "support/hops_oracle.hpp"

using namespace jacquard;
using namespace jacquard::topology;
using Catch::Contains;

namespace {

const LinkDefaults kDefaults{base::BytesPerSecond{5e9}, base::Picoseconds{1000}};

std::unique_ptr<UserGraph> graph(const std::string& json) {
  return read_user_graph(config::parse_json(json, "g.json"), {"g.json", ""}, kDefaults);
}

std::vector<int> nodes_on(const UserGraph& links, int from, int to) {
  std::vector<LinkNumber> route;
  links.route(from, to, route);
  REQUIRE(tb::leads(links, from, to, route));
  std::vector<int> nodes = {from};
  for (const LinkNumber number : route) nodes.push_back(links.link(number).to);
  return nodes;
}

UserGraph::Edge edge(int from, int to, int latency_ps) {
  return {{from, to, base::BytesPerSecond{1e9}, base::Picoseconds{latency_ps}}, {"g", ""}};
}

using Edges = std::vector<UserGraph::Edge>;

// A tree so that all is connected, and as many links more.
Edges random_edges(int nodes, base::Rng& rng) {
  Edges edges;
  std::vector<char> taken(static_cast<std::size_t>(nodes * nodes), 0);
  const auto add = [&](int a, int b) {
    char& here = taken[static_cast<std::size_t>(a * nodes + b)];
    if (a == b || here != 0) return;
    here = 1;
    edges.push_back(edge(a, b, static_cast<int>(rng.below(4))));
  };
  for (int node = 1; node < nodes; ++node) {
    const auto before = static_cast<int>(rng.below(static_cast<std::uint64_t>(node)));
    add(node, before);
    add(before, node);
  }
  const auto bound = static_cast<std::uint64_t>(nodes);
  for (int i = 0; i < nodes; ++i) {
    add(static_cast<int>(rng.below(bound)), static_cast<int>(rng.below(bound)));
  }
  return edges;
}

// Least sum of latencies over at most `hops` links, by Bellman and Ford.
std::vector<std::int64_t> least_latency(const UserGraph& graph, int source, int hops) {
  constexpr std::int64_t far = 1'000'000;
  std::vector<std::int64_t> best(static_cast<std::size_t>(graph.nodes()), far);
  best[static_cast<std::size_t>(source)] = 0;
  for (int round = 0; round < hops; ++round) {
    const std::vector<std::int64_t> before = best;
    for (LinkNumber number = 0; number < graph.links(); ++number) {
      const Link link = graph.link(number);
      auto& to = best[static_cast<std::size_t>(link.to)];
      to = std::min(to, before[static_cast<std::size_t>(link.from)] + link.latency.count());
    }
  }
  return best;
}

}  // namespace

TEST_CASE("A graph of two groups routes over the link between them") {
  // A small dragonfly: groups {0,1,2} and {3,4,5} on switches 6 and 7, one link between these, and
  // a slow shortcut from NPU 0 to NPU 3.
  const auto g = graph(R"({"npus": 6, "switches": 2, "links": [
    {"from": 0, "to": 6}, {"from": 1, "to": 6}, {"from": 2, "to": 6},
    {"from": 3, "to": 7}, {"from": 4, "to": 7}, {"from": 5, "to": 7},
    {"from": 6, "to": 7, "bandwidth": "20 GB/s", "latency": "1 us"},
    {"from": 0, "to": 3, "latency": "1 ms", "both_ways": false}]})");
  CHECK(g->npus() == 6);
  CHECK(g->nodes() == 8);
  CHECK(g->links() == 15);
  CHECK(g->kind(5) == NodeKind::npu);
  CHECK(g->kind(6) == NodeKind::packet_switch);
  CHECK(nodes_on(*g, 0, 0) == std::vector<int>{0});
  CHECK(nodes_on(*g, 0, 2) == std::vector<int>{0, 6, 2});
  CHECK(nodes_on(*g, 1, 5) == std::vector<int>{1, 6, 7, 5});
  CHECK(nodes_on(*g, 0, 3) == std::vector<int>{0, 3});  // fewest links, though slow
  CHECK(nodes_on(*g, 3, 0) == std::vector<int>{3, 7, 6, 0});
  CHECK(g->link(12).bandwidth == base::BytesPerSecond{20e9});
  CHECK(g->link(12).latency == base::Picoseconds{1'000'000});
  CHECK(g->link(0).bandwidth == kDefaults.bandwidth);
  CHECK(g->link(0).latency == kDefaults.latency);
  CHECK(g->find(6, 7) == 12);
  CHECK(g->find(7, 6) == 13);
  CHECK(g->find(0, 3) == 14);
  CHECK_FALSE(g->find(3, 0).has_value());
}

TEST_CASE("Of routes with as many links the one of least latency is taken, then of lowest number") {
  const config::Place here{"g", ""};
  const Edges slow_first = {edge(0, 1, 5), edge(1, 3, 5), edge(0, 2, 5), edge(2, 3, 4),
                            edge(3, 0, 1), edge(1, 0, 1), edge(2, 0, 1)};
  CHECK(nodes_on(UserGraph(4, 0, slow_first, here), 0, 3) == std::vector<int>{0, 2, 3});
  const Edges equal = {edge(0, 1, 5), edge(2, 3, 5), edge(0, 2, 5), edge(1, 3, 5),
                       edge(3, 0, 1), edge(1, 0, 1), edge(2, 0, 1)};
  CHECK(nodes_on(UserGraph(4, 0, equal, here), 0, 3) == std::vector<int>{0, 1, 3});
}

TEST_CASE("Routes of random graphs have the fewest links, and of those the least latency") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    INFO(seed);
    base::Rng rng(seed, "graph");
    const int nodes = static_cast<int>(rng.between(2, 24));
    UserGraph::Options options;
    options.equal_routes = static_cast<UserGraph::EqualRoutes>(seed % 6);
    const UserGraph g(nodes, 0, random_edges(nodes, rng), {"g", ""}, options);
    const tb::HopsOracle oracle(g);
    for (int from = 0; from < nodes; ++from) {
      const std::vector<int> hops = oracle.from(from);
      for (int to = 0; to < nodes; ++to) {
        std::vector<LinkNumber> route;
        g.route(from, to, route, seed);
        CHECK(tb::leads(g, from, to, route));
        const int least = hops[static_cast<std::size_t>(to)];
        CHECK(static_cast<int>(route.size()) == least);
        std::int64_t latency = 0;
        for (const LinkNumber number : route) latency += g.link(number).latency.count();
        CHECK(latency == least_latency(g, from, least)[static_cast<std::size_t>(to)]);
      }
    }
  }
}

TEST_CASE("Routes that are equally good are spread over the spines by their target") {
  // Leaves 6 and 7 of three NPUs each, under spines 8, 9 and 10, the last of which is slower.
  const auto fat = [](const std::string& option) {
    return graph(R"({"npus": 6, "switches": 5, "links": [
      {"from": 0, "to": 6}, {"from": 1, "to": 6}, {"from": 2, "to": 6},
      {"from": 3, "to": 7}, {"from": 4, "to": 7}, {"from": 5, "to": 7},
      {"from": 6, "to": 8}, {"from": 6, "to": 9}, {"from": 6, "to": 10, "latency": "1 us"},
      {"from": 7, "to": 8}, {"from": 7, "to": 9}, {"from": 7, "to": 10}])" +
                 option + "}");
  };
  const auto one = fat("");
  const auto spread = fat(R"(, "equal_routes": "spread")");
  for (const int to : {3, 4, 5}) {
    CHECK(nodes_on(*one, 0, to) == std::vector<int>{0, 6, 8, 7, to});
    CHECK(nodes_on(*spread, 0, to) == std::vector<int>{0, 6, to % 2 == 0 ? 8 : 9, 7, to});
  }
}

TEST_CASE("A graph says which of its switches store nothing") {
  const auto g = graph(R"({"npus": 2, "switches": 2, "circuit_switches": [3], "links": [
    {"from": 0, "to": 2}, {"from": 2, "to": 3}, {"from": 3, "to": 1}]})");
  CHECK(g->kind(2) == NodeKind::packet_switch);
  CHECK(g->kind(3) == NodeKind::circuit_switch);
}

TEST_CASE("Routes asked for by several threads at once are those asked for by one") {
  base::Rng rng(5, "graph");
  const Edges edges = random_edges(40, rng);
  const UserGraph alone(40, 0, edges, {"g", ""}), shared(40, 0, edges, {"g", ""});
  const auto all_of = [](const UserGraph& g) {
    std::vector<LinkNumber> all;
    for (int from = 0; from < 40; ++from) {
      for (int to = 0; to < 40; ++to) g.route(from, to, all);
    }
    return all;
  };
  std::vector<LinkNumber> a, b;
  std::thread one([&] { a = all_of(shared); });
  std::thread two([&] { b = all_of(shared); });
  one.join();
  two.join();
  CHECK(a == all_of(alone));
  CHECK(b == a);
}

TEST_CASE("A graph that cannot be is refused where it is wrong") {
  const auto fault = [](const std::string& json) { return tb::fault_of([&] { graph(json); }); };
  CHECK_THAT(fault(R"([])"), Contains("g.json: expected an object"));
  CHECK_THAT(fault(R"({"npu": 2})"), Contains("did you mean 'npus'?"));
  CHECK_THAT(fault(R"({"links": []})"), Contains("g.json#/npus: ") && Contains("found nothing"));
  CHECK_THAT(fault(R"({"npus": 0, "links": []})"), Contains("g.json#/npus: "));
  CHECK_THAT(fault(R"({"npus": 65536, "switches": 1, "links": []})"),
             Contains("1..65536 NPUs and switches together"));
  CHECK_THAT(fault(R"({"npus": 2})"), Contains("g.json#/links: expected a list of links"));
  CHECK_THAT(fault(R"({"npus": 2, "links": 3})"), Contains("g.json#/links: expected a list"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 0}]})"),
             Contains("g.json#/links/0/to: expected the number of a node, found nothing"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 0, "to": 1, "bandwith": "1 GB/s"}]})"),
             Contains("did you mean 'bandwidth'?"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 0, "to": 1, "bandwidth": "0 GB/s"}]})"),
             Contains("g.json#/links/0/bandwidth: expected at least 1 B/s"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 0, "to": 2}]})"),
             Contains("g.json#/links/0: expected nodes in 0..1, found 2"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 1, "to": 1}]})"),
             Contains("two different nodes, found 1 twice"));
  CHECK_THAT(
      fault(R"({"npus": 2, "links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}]})"),
      Contains("g.json#/links/1: expected one link from a node to another, found a second from NPU "
               "1 to NPU 0 (give one link the bandwidth of both)"));
  CHECK_THAT(fault(R"({"npus": 1, "links": [], "circuit_switches": [0]})"),
             Contains("g.json#/circuit_switches/0: expected no node, as there are no switches"));
  CHECK_THAT(fault(R"({"npus": 1, "switches": 2, "links": [], "circuit_switches": [2, 0]})"),
             Contains("g.json#/circuit_switches/1: expected a switch, node 1..2, found 0"));
  CHECK_THAT(fault(R"({"npus": 1, "links": [], "equal_routes": "spred"})"),
             Contains("g.json#/equal_routes: ") && Contains("spread"));
  CHECK_THAT(fault(R"({"npus": 3, "links": [{"from": 0, "to": 1}]})"),
             Contains("a way from every NPU to every other, found none from NPU 0 to NPU 2"));
  CHECK_THAT(fault(R"({"npus": 2, "links": [{"from": 0, "to": 1, "both_ways": false}]})"),
             Contains("none from NPU 1 to NPU 0"));
}
