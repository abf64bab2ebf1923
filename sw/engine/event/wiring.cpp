// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/wiring.hpp"

#include "jacquard/engine/event/fabric_wiring.hpp"
#include "jacquard/engine/event/graph_wiring.hpp"

namespace jacquard::engine {

std::unique_ptr<const Wiring> wire(topology::NetworkView network) {
  if (network.graph() != nullptr) return std::make_unique<GraphWiring>(*network.graph());
  return std::make_unique<FabricWiring>(*network.fabric());
}

}  // namespace jacquard::engine
