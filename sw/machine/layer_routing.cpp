// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/layer_routing.hpp"

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::machine {

using workload::RoutingKind;

LayerRouting::LayerRouting(const workload::ExpertTraffic& traffic,
                           const workload::ExpertRouting& routing, std::uint64_t seed, int layers,
                           config::Place place)
    : traffic_(traffic), routing_(routing), seed_(seed), layers_(layers), place_(std::move(place)) {
  if (routing.kind != RoutingKind::recorded) return;
  demand::ReadOptions options;
  options.ports = traffic.ranks;
  options.experts = traffic.experts;
  options.top_k = traffic.top_k;
  recorded_ = static_cast<int>(demand::read_demand_sequence(routing.log, options).size());
}

const demand::DemandMatrix& LayerRouting::demand(int layer, std::int64_t time) {
  const bool is_uniform = routing_.kind == RoutingKind::uniform;
  const bool moves = routing_.kind == RoutingKind::drifting || recorded_ > 1;
  const std::pair key(is_uniform ? 0 : layer, moves ? time : 0);
  const auto kept = kept_.find(key);
  if (kept != kept_.end()) return kept->second;
  workload::ExpertRouting routing = routing_;
  if (routing.kind == RoutingKind::drifting) routing.time += static_cast<std::uint64_t>(time);
  if (recorded_ > 1) {
    const std::int64_t next = routing.index + time * layers_ + layer;
    routing.index = static_cast<int>(next % recorded_);
  }
  const std::uint64_t of_layer =
      base::Rng(seed_, "routing of a layer", static_cast<std::uint64_t>(layer))();
  return kept_.emplace(key, workload::expert_demand(traffic_, routing, of_layer, place_))
      .first->second;
}

bool LayerRouting::has(int layer, std::int64_t time) const {
  if (routing_.kind == RoutingKind::drifting) {
    return time >= 0 || routing_.time >= static_cast<std::uint64_t>(-time);
  }
  return recorded_ < 2 || routing_.index + time * layers_ + layer >= 0;
}

}  // namespace jacquard::machine
