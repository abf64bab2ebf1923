// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/wiring.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/fabric_wiring.hpp"
#include "jacquard/engine/event/graph_wiring.hpp"

namespace jacquard::engine {

std::vector<std::int64_t> Wiring::latencies(const Disturbance& disturbance) const {
  std::vector<std::int64_t> all = own_latencies();
  for (std::size_t i = 0; i < disturbance.links.size(); ++i) {
    const Disturbance::Link& link = disturbance.links[i];
    if (link.gone) continue;
    const std::int64_t number = disturbed_link(disturbance, i);
    if (link.latency) base::at(all, number) = link.latency->count();
  }
  return all;
}

std::vector<double> Wiring::slowdowns(const Disturbance& disturbance) const {
  std::vector<double> all;
  for (std::size_t i = 0; i < disturbance.links.size(); ++i) {
    const Disturbance::Link& link = disturbance.links[i];
    if (link.gone || link.slowdown == 1) continue;
    all.resize(static_cast<std::size_t>(links()), 1.0);
    base::at(all, disturbed_link(disturbance, i)) = link.slowdown;
  }
  return all;
}

std::unique_ptr<const Wiring> wire(topology::NetworkView network, const Disturbance& disturbance) {
  if (network.graph() != nullptr) {
    const auto& links = disturbance.links;
    const auto gone =
        std::find_if(links.begin(), links.end(), [](const auto& link) { return link.gone; });
    if (gone == links.end()) return std::make_unique<GraphWiring>(*network.graph());
    throw base::ConfigError({disturbance.source,
                             "/links/" + std::to_string(gone - links.begin()) + "/gone",
                             "links of rings", "one of a graph", "leave it out of the graph"});
  }
  return std::make_unique<FabricWiring>(*network.fabric(), disturbance);
}

}  // namespace jacquard::engine
