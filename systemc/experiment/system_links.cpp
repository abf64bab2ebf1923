// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/system_links.hpp"

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::experiment {
namespace {

base::BitsPerSecond link_rate(base::BytesPerSecond rate, const config::Place& place) {
  constexpr double kMost = 1e17;  // far beyond what a link may have
  if (rate.count() > kMost) {
    (place / "bandwidth").fail("a link of at most 1 Pb/s", config::show_quantity(rate));
  }
  return base::in_bits(rate);
}

}  // namespace

void set_links(const topology::System& system, const std::string& source,
               systemc::LinkConfig& links) {
  const config::Place place{source, "/network"};
  const topology::Network network = topology::build_network(system.network);
  const bool one_switch = network.fabric && network.fabric->dimensions() == 1 &&
                          has_switch(network.fabric->dimension(0).block);
  if (!one_switch) {
    (place / "topology")
        .fail("one switched dimension, as a simulated fabric is a switch with its NPUs",
              "'" + system.network.topology + "'");
  }
  const topology::Dimension& dimension = network.fabric->dimension(0);
  config::Json keys = config::Json::object();
  keys["ports"] = dimension.size;
  keys["rate"] = config::show_quantity(link_rate(dimension.bandwidth, place));
  keys["link_delay"] = config::show_quantity(dimension.latency);
  systemc::link_fields().read(links, keys, place);
}

}  // namespace jacquard::experiment
