// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/fabric_links.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "support/fabrics.hpp"
#include "support/hops_oracle.hpp"

using namespace jacquard;
using namespace jacquard::topology;

namespace {

// The nodes a message passes, both ends included.
std::vector<int> nodes_on(const LinkGraph& links, int from, int to) {
  std::vector<LinkNumber> route;
  links.route(from, to, route);
  std::vector<int> nodes = {from};
  for (const LinkNumber number : route) nodes.push_back(links.link(number).to);
  return nodes;
}

using Nodes = std::vector<int>;

}  // namespace

TEST_CASE("A route on a torus corrects the columns, then the rows, each the shorter way") {
  // 4 columns, 3 rows:  0 1 2 3 / 4 5 6 7 / 8 9 10 11
  const FabricLinks torus(tb::fabric_of("Ring(4) Ring(3)"));
  CHECK(nodes_on(torus, 0, 0) == Nodes{0});
  CHECK(nodes_on(torus, 0, 1) == Nodes{0, 1});
  CHECK(nodes_on(torus, 0, 3) == Nodes{0, 3});
  CHECK(nodes_on(torus, 0, 2) == Nodes{0, 1, 2});  // both ways as long: ascending
  CHECK(nodes_on(torus, 2, 0) == Nodes{2, 3, 0});
  CHECK(nodes_on(torus, 0, 8) == Nodes{0, 8});  // down by the way round
  CHECK(nodes_on(torus, 6, 8) == Nodes{6, 7, 4, 8});
  CHECK(nodes_on(torus, 11, 1) == Nodes{11, 8, 9, 1});
}

TEST_CASE("A route through a switch is up and down, in each dimension again") {
  // NPUs 0..5, the switch of {0,1,2} is node 6 and that of {3,4,5} node 7; those of the second
  // dimension join {0,3}, {1,4}, {2,5}: nodes 8, 9, 10.
  const FabricLinks links(tb::fabric_of("Switch(3) Switch(2)"));
  CHECK(links.nodes() == 11);
  CHECK(links.links() == 24);
  CHECK(nodes_on(links, 0, 2) == Nodes{0, 6, 2});
  CHECK(nodes_on(links, 3, 4) == Nodes{3, 7, 4});
  CHECK(nodes_on(links, 1, 4) == Nodes{1, 9, 4});
  CHECK(nodes_on(links, 0, 5) == Nodes{0, 6, 2, 10, 5});
}

TEST_CASE("A fully connected block is one link to anyone") {
  const FabricLinks links(tb::fabric_of("FullyConnected(7)"));
  CHECK(links.links() == 42);
  CHECK(nodes_on(links, 6, 0) == Nodes{6, 0});
  CHECK(nodes_on(links, 2, 1) == Nodes{2, 1});
}

TEST_CASE("A switch stores what it forwards, a crossbar does not") {
  const FabricLinks links(tb::fabric_of("Switch(2) Crossbar(2)"));
  CHECK(links.kind(0) == NodeKind::npu);
  CHECK(links.kind(3) == NodeKind::npu);
  CHECK(links.kind(4) == NodeKind::packet_switch);
  CHECK(links.kind(5) == NodeKind::packet_switch);
  CHECK(links.kind(6) == NodeKind::circuit_switch);
  CHECK(links.kind(7) == NodeKind::circuit_switch);
}

TEST_CASE("Two NPUs in a ring share one link each way") {
  const FabricLinks links(tb::fabric_of("Ring(2)"));
  REQUIRE(links.links() == 2);
  CHECK(links.link(0).from == 0);
  CHECK(links.link(0).to == 1);
  CHECK(links.link(1).from == 1);
  CHECK(links.link(1).to == 0);
}

TEST_CASE("Every route of every fabric is connected and as short as breadth-first search finds") {
  for (const std::string& shape : tb::many_shapes()) {
    INFO(shape);
    const FabricLinks links(tb::fabric_of(shape));
    const tb::HopsOracle oracle(links);
    for (int from = 0; from < links.npus(); ++from) {
      const std::vector<int> hops = oracle.from(from);
      for (int to = 0; to < links.npus(); ++to) {
        std::vector<LinkNumber> route;
        links.route(from, to, route);
        CHECK(tb::leads(links, from, to, route));
        CHECK(static_cast<int>(route.size()) == hops[static_cast<std::size_t>(to)]);
        int dimension = 0;
        for (const LinkNumber number : route) {
          CHECK(links.link(number).dimension >= dimension);
          dimension = links.link(number).dimension;
        }
      }
    }
  }
}

TEST_CASE("Every link has its own number, and find knows it") {
  for (const std::string& shape : tb::many_shapes()) {
    INFO(shape);
    const FabricLinks links(tb::fabric_of(shape));
    std::set<std::pair<int, int>> ends;
    for (LinkNumber number = 0; number < links.links(); ++number) {
      const Link link = links.link(number);
      CHECK(ends.insert({link.from, link.to}).second);
      CHECK(links.find(link.from, link.to) == number);
      const Dimension& dimension = links.fabric().dimension(link.dimension);
      CHECK(number >= links.first_link(link.dimension));
      CHECK(number < links.first_link(link.dimension + 1));
      CHECK(link.bandwidth == dimension.bandwidth);
      CHECK(link.latency == dimension.latency);
    }
    for (int from = 0; from < links.nodes(); ++from) {
      for (int to = 0; to < links.nodes(); ++to) {
        CHECK(links.find(from, to).has_value() == (ends.count({from, to}) == 1));
      }
    }
  }
}

TEST_CASE("The largest fabric has its links without a table") {
  const FabricLinks links(tb::fabric_of("FullyConnected(4096) Ring(4096)"));
  CHECK(links.npus() == Fabric::kMostNpus);
  CHECK(links.links() == (LinkNumber{1} << 24) * 4097);
  const Link last = links.link(links.links() - 1);
  CHECK(last.from == Fabric::kMostNpus - 1);
  CHECK(last.to == Fabric::kMostNpus - 1 - 4096);
  CHECK(links.find(last.from, last.to) == links.links() - 1);
}
