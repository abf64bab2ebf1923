// SPDX-License-Identifier: Apache-2.0
// The event engine's hops against the routes of topology, which were written apart from it.
#include <catch2/catch.hpp>

#include "jacquard/engine/event/wiring.hpp"
#include "jacquard/topology/fabric_links.hpp"
#include "support/fabrics.hpp"

using namespace jacquard;

namespace {

const demand::Channel kAnyWay{-1, demand::Channel::Direction::any};

// Whether the engine's hop is over that link.
bool same(const engine::Wiring::Hop& hop, const topology::Link& link,
          const topology::FabricLinks& links) {
  const bool to_switch = link.to >= links.npus();
  const int to = to_switch ? links.switch_of(hop.to, link.dimension) : hop.to;
  return hop.dimension == link.dimension && hop.at_switch == to_switch && to == link.to;
}

}  // namespace

TEST_CASE("Messages of the event engine go where the fabric's routes lead") {
  for (const std::string& shape : tb::many_shapes()) {
    INFO(shape);
    const topology::Fabric fabric = tb::fabric_of(shape);
    const topology::FabricLinks links(fabric);
    const engine::Wiring wiring(fabric);
    CHECK(wiring.links() == links.links());
    for (int from = 0; from < fabric.npus(); ++from) {
      for (int to = 0; to < fabric.npus(); ++to) {
        std::vector<topology::LinkNumber> route;
        links.route(from, to, route);
        engine::Wiring::Hop at;
        at.to = from;
        for (const topology::LinkNumber number : route) {
          REQUIRE((at.to != to || at.at_switch));
          at = wiring.next(at.to, at.at_switch, at.dimension, to, kAnyWay);
          CHECK(same(at, links.link(number), links));
        }
        CHECK((at.to == to && !at.at_switch));
      }
    }
  }
}
