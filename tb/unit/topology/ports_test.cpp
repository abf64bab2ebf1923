// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/ports.hpp"

#include <catch2/catch.hpp>

#include "jacquard/topology/fabric_links.hpp"
#include "support/fabrics.hpp"

using namespace jacquard;
using namespace jacquard::topology;

TEST_CASE("Rows and columns of a torus leave by ports of their own") {
  const Fabric torus = tb::fabric_of("Ring(4) Ring(3)");
  CHECK(ports_of(torus) == 4);
  CHECK(leaves_by(torus, 5, 6) == Port{0, 0});
  CHECK(leaves_by(torus, 5, 4) == Port{0, 1});
  CHECK(leaves_by(torus, 5, 9) == Port{1, 0});
  CHECK(leaves_by(torus, 5, 1) == Port{1, 1});
  CHECK(leaves_by(torus, 5, 10) == Port{0, 0});
  CHECK(arrives_by(torus, 5, 6) == Port{0, 1});
  CHECK(arrives_by(torus, 5, 10) == Port{1, 1});
  CHECK(arrives_by(torus, 5, 7) == Port{0, 1});  // half way round: comes ascending
  CHECK(port_number(torus, {1, 1}) == 3);
  CHECK(peer_of(torus, 5, {0, 0}) == 6);
  CHECK(peer_of(torus, 4, {0, 1}) == 7);
  CHECK(peer_of(torus, 1, {1, 1}) == 9);
}

TEST_CASE("Equal ports of a fully connected block are one shift") {
  const Fabric block = tb::fabric_of("FullyConnected(5)");
  for (int npu = 0; npu < 5; ++npu) {
    for (int shift = 1; shift < 5; ++shift) {
      CHECK(leaves_by(block, npu, (npu + shift) % 5) == Port{0, shift - 1});
      CHECK(peer_of(block, npu, {0, shift - 1}) == (npu + shift) % 5);
    }
  }
}

TEST_CASE("The port towards a switch has no NPU at its other end") {
  const Fabric fabric = tb::fabric_of("Ring(2) Switch(4)");
  CHECK(ports_of(fabric) == 2);
  CHECK(leaves_by(fabric, 0, 6) == Port{1, 0});
  CHECK(arrives_by(fabric, 0, 6) == Port{1, 0});
  CHECK(peer_of(fabric, 0, {1, 0}) == -1);
  CHECK(peer_of(fabric, 0, {0, 0}) == 1);
}

TEST_CASE("Ports agree with the links of every route, at both ends") {
  for (const std::string& shape : tb::many_shapes()) {
    INFO(shape);
    const Fabric fabric = tb::fabric_of(shape);
    const FabricLinks links(fabric);
    for (int number = 0; number < ports_of(fabric); ++number) {
      CHECK(port_number(fabric, port_at(fabric, number)) == number);
    }
    for (int from = 0; from < fabric.npus(); ++from) {
      for (int to = 0; to < fabric.npus(); ++to) {
        if (from == to) continue;
        std::vector<LinkNumber> route;
        links.route(from, to, route);
        const Port first = leaves_by(fabric, from, to);
        CHECK(links.out_link(from, first.dimension, first.index) == route.front());
        // The link back from where the route comes from.
        const Link last = links.link(route.back());
        const Port in = arrives_by(fabric, from, to);
        CHECK(links.find(to, last.from) == links.out_link(to, in.dimension, in.index));
      }
    }
  }
}
