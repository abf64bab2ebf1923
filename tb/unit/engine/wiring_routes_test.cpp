// SPDX-License-Identifier: Apache-2.0
// The event engine's hops on a fabric against the shortest routes of the fabric written out.
#include <catch2/catch.hpp>

#include "jacquard/engine/event/wiring.hpp"
#include "support/as_graph.hpp"
#include "support/fabrics.hpp"

using namespace jacquard;

namespace {

const rounds::Channel kAnyWay{-1, rounds::Channel::Direction::any};

}  // namespace

TEST_CASE("Messages of the event engine go where the fabric's links lead") {
  for (const std::string& shape : tb::many_shapes()) {
    INFO(shape);
    const topology::Fabric fabric = tb::fabric_of(shape);
    const auto graph = tb::as_graph(fabric);
    const auto wiring = engine::wire(fabric);
    const auto written_out = engine::wire(*graph);
    CHECK(wiring->links() == graph->links());
    for (int from = 0; from < fabric.npus(); ++from) {
      for (int to = 0; to < fabric.npus(); ++to) {
        std::vector<topology::LinkNumber> route;
        graph->route(from, to, route);
        engine::Wiring::Hop at;
        engine::Wiring::Hop beside;
        at.to = beside.to = from;
        for (const topology::LinkNumber number : route) {
          REQUIRE((at.to != to || at.at_switch));
          at = wiring->next(at, to, kAnyWay);
          beside = written_out->next(beside, to, kAnyWay);
          CHECK(beside.link == number);
          CHECK(at.at_switch == beside.at_switch);
          CHECK(at.stores == beside.stores);
          if (!at.at_switch) CHECK(at.to == beside.to);
          const base::BytesPerSecond bandwidth = graph->link(number).bandwidth;
          CHECK(wiring->classes()[static_cast<std::size_t>(at.link_class)].bandwidth == bandwidth);
        }
        CHECK((at.to == to && !at.at_switch));
      }
    }
  }
}
