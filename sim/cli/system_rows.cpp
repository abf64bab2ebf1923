// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/system_rows.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/topology/cost.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::cli {
namespace {

using topology::DimensionCost;
using topology::Fabric;

// Empty where something has no price: the network may be simulated all the same.
std::vector<DimensionCost> costs_of(const Fabric& fabric) {
  try {
    return topology::network_cost(fabric);
  } catch (const base::ConfigError&) {
    return {};
  }
}

report::Row dimension_row(const Fabric& fabric, int d, const DimensionCost* cost) {
  const topology::Dimension& dimension = fabric.dimension(d);
  report::Row row = {{"row_kind", "dimension"},
                     {"dimension", d},
                     {"block", topology::block_name(dimension.block)},
                     {"size", dimension.size},
                     {"link_bytes_per_s", dimension.bandwidth.count()},
                     {"npu_bytes_per_s", topology::npu_bandwidth(dimension).count()},
                     {"latency_ps", dimension.latency.count()}};
  row["place"] = cost != nullptr ? report::Row(cost->place) : report::Row(nullptr);
  row["cost_usd"] =
      cost != nullptr ? report::Row(topology::dollars(cost->cost)) : report::Row(nullptr);
  return row;
}

}  // namespace

std::vector<report::Row> system_rows(const topology::System& system) {
  const topology::Network network = topology::build_network(system.network);
  std::vector<report::Row> rows;
  int switches = network.graph ? network.graph->nodes() - network.graph->npus() : 0;
  std::int64_t links = network.graph ? network.graph->links() : 0;
  for (int d = 0; network.fabric && d < network.fabric->dimensions(); ++d) {
    switches += network.fabric->switches_in(d);
    links += network.fabric->links_in(d);
  }
  report::Row all = {{"row_kind", "network"},
                     {"npus", network.npus()},
                     {"switches", switches},
                     {"links", links},
                     {"cost_usd", nullptr}};
  if (network.fabric) {
    const Fabric& fabric = *network.fabric;
    const auto dimensions = static_cast<std::size_t>(fabric.dimensions());
    if (!system.algorithm.empty() && system.algorithm.size() != dimensions) {
      config::Place{"algorithm", ""}.fail(
          std::to_string(dimensions) + " algorithms, one for each dimension, or none",
          std::to_string(system.algorithm.size()));
    }
    const std::vector<DimensionCost> costs = costs_of(fabric);
    for (std::size_t d = 0; d < dimensions; ++d) {
      rows.push_back(
          dimension_row(fabric, static_cast<int>(d), costs.empty() ? nullptr : &costs[d]));
    }
    if (!costs.empty()) all["cost_usd"] = topology::dollars(topology::total(costs));
  }
  rows.push_back(std::move(all));
  return rows;
}

}  // namespace jacquard::cli
