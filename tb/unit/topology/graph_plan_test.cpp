// SPDX-License-Identifier: Apache-2.0
// Fat trees and rail-optimised fabrics against their definitions.
#include "jacquard/topology/graph_plan.hpp"

#include <catch2/catch.hpp>
#include <set>

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

std::string fault(const std::string& json) {
  return tb::fault_of([&] { graph(json); });
}

std::vector<int> nodes_on(const UserGraph& g, int from, int to, std::uint64_t turn = 0) {
  std::vector<LinkNumber> route;
  g.route(from, to, route, turn);
  REQUIRE(tb::leads(g, from, to, route));
  std::vector<int> nodes;
  for (const LinkNumber number : route) nodes.push_back(g.link(number).to);
  return nodes;
}

std::string list(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return "[" + text + "]";
}

struct Tree {
  std::vector<int> down;
  std::vector<int> up;
};

int product(const std::vector<int>& factors, std::size_t count) {
  int all = 1;
  for (std::size_t i = 0; i < count; ++i) all *= factors[i];
  return all;
}

// Zahavi's D-mod-K (2012): from level l a message goes up by port floor(d / (w1 .. wl)) mod w(l+1).
// In the tree of Ohring et al. a node of level l is its subtree and one digit below w_i for each
// level i <= l: the node it comes to has the digits it had, and that port's as the highest.
std::vector<int> way_of_d_mod_k(const Tree& tree, int from, int to) {
  const std::size_t levels = tree.down.size();
  const int npus = product(tree.down, levels);
  std::vector<int> first = {0};
  for (std::size_t l = 0; l <= levels; ++l) {
    first.push_back(first.back() + npus / product(tree.down, l) * product(tree.up, l));
  }
  std::vector<int> nodes;
  std::size_t l = 0;
  int replica = 0;  // which of the w1 .. wl nodes above the subtree
  while (from / product(tree.down, l) != to / product(tree.down, l)) {
    const int w = product(tree.up, l);
    replica += w * (to / w % tree.up[l]);
    ++l;
    nodes.push_back(first[l] + from / product(tree.down, l) * product(tree.up, l) + replica);
  }
  while (l > 0) {
    --l;
    replica %= product(tree.up, l);
    nodes.push_back(first[l] + to / product(tree.down, l) * product(tree.up, l) + replica);
  }
  return nodes;
}

}  // namespace

TEST_CASE("The digits of a fat tree's routes are D-mod-K's") {
  const std::vector<Tree> trees = {{{4, 4}, {1, 4}},
                                   {{2, 2, 2}, {1, 2, 2}},
                                   {{2, 3, 4}, {1, 2, 3}},
                                   {{2, 2, 2, 2}, {1, 2, 2, 2}},
                                   {{4, 2, 3}, {1, 2, 2}},
                                   {{3, 2}, {2, 3}},
                                   {{2, 2, 3, 2}, {1, 2, 1, 3}}};
  for (const Tree& tree : trees) {
    const std::string json =
        R"({"fat_tree": {"down": )" + list(tree.down) + R"(, "up": )" + list(tree.up) + "}}";
    INFO(json);
    const auto g = graph(json);
    REQUIRE(g->npus() == product(tree.down, tree.down.size()));
    for (int from = 0; from < g->npus(); ++from) {
      for (int to = 0; to < g->npus(); ++to) {
        REQUIRE(nodes_on(*g, from, to) == way_of_d_mod_k(tree, from, to));
      }
    }
  }
}

TEST_CASE("A fat tree without `up` has as many links up as down in every switch below the top") {
  const auto g = graph(R"({"fat_tree": {"down": [2, 3, 4]}})");
  std::vector<int> up(static_cast<std::size_t>(g->nodes()), 0);
  std::vector<int> down = up;
  for (LinkNumber number = 0; number < g->links(); ++number) {
    const Link link = g->link(number);
    ++(link.from < link.to ? up : down)[static_cast<std::size_t>(link.from)];
  }
  CHECK(g->npus() == 24);
  CHECK(g->nodes() == 24 + 12 + 8 + 6);
  int top = 0;
  for (int node = g->npus(); node < g->nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    if (up[n] == 0) ++top;
    if (up[n] > 0) CHECK(up[n] == down[n]);
  }
  CHECK(top == 6);
}

TEST_CASE("The links below each level of a fat tree have that level's bandwidth and latency") {
  const auto g = graph(R"({"fat_tree": {"down": [2, 2], "bandwidth": ["1 GB/s", "2 GB/s"],
                           "latency": ["1 us", "2 us"]}})");
  CHECK(g->link(*g->find(0, 4)).bandwidth == base::BytesPerSecond{1e9});
  CHECK(g->link(*g->find(4, 6)).bandwidth == base::BytesPerSecond{2e9});
  CHECK(g->link(*g->find(6, 4)).latency == base::Picoseconds{2'000'000});
}

TEST_CASE("The messages of a sender are sprayed over all tops of a fat tree in turn") {
  const auto g = graph(R"({"fat_tree": {"down": [2, 2, 4]}, "equal_routes": "spray"})");
  std::set<int> tops;
  for (std::uint64_t turn = 8; turn < 12; ++turn) tops.insert(nodes_on(*g, 3, 12, turn)[2]);
  CHECK(tops.size() == 4);
}

TEST_CASE("Hashed routes differ between flows and not between messages of one") {
  const auto g = graph(R"({"fat_tree": {"down": [8, 8]}, "equal_routes": "hash"})");
  std::vector<int> flows(8, 0);
  for (int from = 0; from < 8; ++from) {
    for (int to = 8; to < 64; ++to) {
      const int spine = nodes_on(*g, from, to)[1] - g->npus() - 8;
      CHECK(nodes_on(*g, from, to, 7)[1] - g->npus() - 8 == spine);
      ++flows[static_cast<std::size_t>(spine)];
    }
  }
  // 448 flows over 8 spines: 56 each, with a standard deviation of 7.
  for (const int count : flows) CHECK(std::abs(count - 56) < 4 * 7);
}

TEST_CASE("An adaptive route takes the link that is free first, of equals from the digit on") {
  const auto g = graph(R"({"fat_tree": {"down": [2, 2]}, "equal_routes": "adaptive"})");
  std::vector<std::int64_t> free(static_cast<std::size_t>(g->links()), 0);
  const auto spine = [&](int target, std::int64_t now) {
    UserGraph::Walk walk;
    const UserGraph::Loads loads{free, now};
    g->next(0, target, walk, &loads);
    return g->link(g->next(4, target, walk, &loads)).to;
  };
  CHECK(spine(2, 0) == 6);
  CHECK(spine(3, 0) == 7);
  free[static_cast<std::size_t>(*g->find(4, 7))] = 100;
  CHECK(spine(3, 50) == 6);
  CHECK(spine(3, 100) == 7);  // free again
  free[static_cast<std::size_t>(*g->find(4, 6))] = 200;
  CHECK(spine(2, 50) == 7);
}

TEST_CASE("Rails with PXN go to the NPU of the own host that is on the rail first") {
  const auto g = graph(R"({"rails": {"hosts": 3, "npus_per_host": 2}})");
  CHECK(g->nodes() == 6 + 3 + 2);
  // Hosts' switches are 6, 7, 8, the rails' 9 and 10.
  CHECK(nodes_on(*g, 0, 1) == std::vector<int>{6, 1});
  CHECK(nodes_on(*g, 0, 4) == std::vector<int>{9, 4});
  CHECK(nodes_on(*g, 0, 5) == std::vector<int>{6, 1, 10, 5});
  CHECK(nodes_on(*g, 3, 4) == std::vector<int>{7, 2, 9, 4});
}

TEST_CASE("Rails without PXN go over spines, and past no other NPU") {
  const auto g = graph(R"({"rails": {"hosts": 4, "npus_per_host": 2, "hosts_per_leaf": 2,
                           "spines": 2, "pxn": false}})");
  // NPUs 0..7, hosts 8..11, leaves 12, 13 of rail 0 and 14, 15 of rail 1, spines 16 and 17.
  CHECK(nodes_on(*g, 0, 2) == std::vector<int>{12, 2});
  const std::vector<int> other_rail = nodes_on(*g, 0, 7);
  REQUIRE(other_rail.size() == 4);
  CHECK(other_rail[0] == 12);
  CHECK(other_rail[1] >= 16);
  CHECK(other_rail[2] == 15);
}

TEST_CASE("NPUs that do not forward leave no way, or a longer one") {
  const std::string chain = R"("npus": 3, "switches": 2, "links": [{"from": 0, "to": 1},
    {"from": 1, "to": 2}, {"from": 0, "to": 3}, {"from": 3, "to": 4}, {"from": 4, "to": 2}])";
  CHECK(nodes_on(*graph("{" + chain + "}"), 0, 2) == std::vector<int>{1, 2});
  const auto g = graph("{" + chain + R"(, "npus_forward": false})");
  CHECK(nodes_on(*g, 0, 2) == std::vector<int>{3, 4, 2});
  const auto line = graph(R"({"npus": 3, "npus_forward": false,
                              "links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]})");
  std::vector<LinkNumber> route;
  CHECK_THAT(tb::fault_of([&] { line->route(0, 2, route); }),
             Contains("g.json: expected a way from every NPU to every other past no other NPU, "
                      "found none from NPU 0 to NPU 2"));
}

TEST_CASE("A route of one's own is taken between its ends and in its direction only") {
  const std::string start = R"({"npus": 3, "links": [{"from": 0, "to": 1}, {"from": 1, "to": 2},
    {"from": 0, "to": 2}], "routes": )";
  const auto g = graph(start + R"([{"from": 0, "to": 2, "via": [1]}]})");
  CHECK(nodes_on(*g, 0, 2) == std::vector<int>{1, 2});
  CHECK(nodes_on(*g, 2, 0) == std::vector<int>{0});
  CHECK(nodes_on(*g, 0, 1) == std::vector<int>{1});
  CHECK_THAT(fault(start + R"([{"from": 0, "to": 2}]})"), Contains("g.json#/routes/0/via: "));
  CHECK_THAT(fault(start + R"([{"from": 0, "to": 3, "via": []}]})"),
             Contains("g.json#/routes/0: expected two NPUs in 0..2, found 3"));
  CHECK_THAT(fault(start + R"([{"from": 0, "to": 2, "via": [1, 0]}]})"),
             Contains("g.json#/routes/0: expected each node once, found NPU 0 again"));
  CHECK_THAT(fault(start + R"([{"from": 0, "to": 2, "via": []},
                               {"from": 0, "to": 2, "via": [1]}]})"),
             Contains("g.json#/routes/1: expected one way from an NPU to another"));
  CHECK_THAT(fault(R"({"npus_forward": false, )" + start.substr(1) +
                   R"([{"from": 0, "to": 2, "via": [1]}]})"),
             Contains("g.json#/routes/0: expected switches between the two"));
  CHECK_THAT(fault(R"({"npus": 3, "links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}],
                       "routes": [{"from": 0, "to": 2, "via": []}]})"),
             Contains("g.json#/routes/0: expected nodes that links join one after the other, found "
                      "none from NPU 0 to NPU 2"));
}

TEST_CASE("A fat tree or rails that cannot be are refused where they are wrong") {
  CHECK_THAT(fault(R"({"fat_tree": {}})"), Contains("g.json#/fat_tree/down: "));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [2, 0]}})"), Contains("g.json#/fat_tree/down/1: "));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [2, 2], "up": [1]}})"),
             Contains("g.json#/fat_tree/up: expected 2, one for each level, found 1"));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [65536, 65536, 65536]}})"),
             Contains("g.json#/fat_tree/down: expected at most 65536 NPUs"));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [2, 2], "up": [65536, 65536]}})"),
             Contains("g.json#/fat_tree: expected at most 65536 NPUs"));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [30000], "up": [30000]}})"),
             Contains("g.json#/fat_tree: expected at most 1048576 links, found 1800000000"));
  CHECK_THAT(fault(R"({"fat_tree": {"down": [2]}, "npus": 2})"), Contains("g.json#/npus"));
  CHECK_THAT(fault(R"({"rails": {"hosts": 4, "hosts_per_leaf": 3}})"),
             Contains("g.json#/rails/hosts_per_leaf: expected a divisor of the 4 hosts"));
  CHECK_THAT(fault(R"({"rails": {"hosts": 4, "hosts_per_leaf": 2}})"),
             Contains("g.json#/rails/spines: expected at least 1, as a rail has several leaves"));
  CHECK_THAT(fault(R"({"rails": {"pxn": false}})"),
             Contains("g.json#/rails/spines: expected at least 1"));
  CHECK_THAT(fault(R"({"rails": {"hosts": 65536, "npus_per_host": 65536}})"),
             Contains("g.json#/rails: expected at most 65536 NPUs and switches"));
  CHECK_THAT(fault(R"({"npus": 3, "links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}],
                       "pxn": {"npus_per_host": 2}})"),
             Contains("g.json#/pxn/npus_per_host: expected a divisor of the 3 NPUs, found 2"));
}
