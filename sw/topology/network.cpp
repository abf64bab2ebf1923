// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/network.hpp"

#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/yaml_reader.hpp"
#include "jacquard/topology/nccl_topology.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::topology {
namespace {

// One value for all dimensions, or one for each.
template <class Quantity>
Quantity of_dimension(const std::vector<Quantity>& values, std::size_t d) {
  return values.size() == 1 ? values.front() : values[d];
}

template <class Quantity>
void require_count(const std::vector<Quantity>& values, std::size_t dimensions, const char* key) {
  if (values.size() == 1 || values.size() == dimensions) return;
  const std::string each =
      dimensions == 1 ? "" : ", or " + std::to_string(dimensions) + ": one for each dimension";
  config::Place{key, ""}.fail("one value" + each, std::to_string(values.size()));
}

Network build_graph(const NetworkConfig& config) {
  require_count(config.bandwidth, 1, "bandwidth");
  require_count(config.latency, 1, "latency");
  if (config.bandwidth_per == BandwidthPer::npu) {
    config::Place{"bandwidth_per", ""}.fail("\"link\", as a graph's bandwidths are its links'",
                                            "\"npu\"");
  }
  std::shared_ptr<const UserGraph> graph =
      read_user_graph(is_nccl_topology(config.topology)
                          ? read_nccl_topology(config.topology)
                          : config::read_json_or_yaml(base::as_given_or_shipped(config.topology)),
                      {config.topology, ""}, {config.bandwidth.front(), config.latency.front()});
  Placement placement = read_placement(config.placement, graph->npus(), nullptr, {"placement", ""});
  return {std::nullopt, std::move(graph), std::move(placement)};
}

}  // namespace

base::BytesPerSecond link_bandwidth(base::BytesPerSecond per_npu, Block block, int size) {
  const int ports = size == 1 ? 1 : ports_of(block, size);
  return base::BytesPerSecond{per_npu.count() / ports};
}

base::BytesPerSecond npu_bandwidth(const Dimension& dimension) {
  return dimension.bandwidth * ports_of(dimension.block, dimension.size);
}

bool is_graph_file(const std::string& topology) {
  const auto end = std::filesystem::path(topology).extension();
  return end == ".json" || end == ".yaml" || end == ".yml" || is_nccl_topology(topology);
}

Fabric build_fabric(const NetworkConfig& config) {
  const config::Place place{"topology", ""};
  if (is_graph_file(config.topology)) {
    place.fail("blocks such as Ring(8), as this needs a fabric with dimensions",
               "\"" + config.topology + "\"");
  }
  const std::vector<BlockSize> shape = read_shape(config.topology, place);
  require_count(config.bandwidth, shape.size(), "bandwidth");
  require_count(config.latency, shape.size(), "latency");
  std::vector<Dimension> dimensions;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto [block, size] = shape[d];
    base::BytesPerSecond bandwidth = of_dimension(config.bandwidth, d);
    if (config.bandwidth_per == BandwidthPer::npu && size > 1) {
      bandwidth = link_bandwidth(bandwidth, block, size);
    }
    dimensions.push_back({block, size, bandwidth, of_dimension(config.latency, d)});
  }
  return Fabric(std::move(dimensions), place);
}

Fabric build_fabric(const NetworkConfig& config, const config::Place& place) {
  try {
    return build_fabric(config);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    const config::Place at = place / fault.source;
    fault.source = at.source;
    fault.where = at.where + (fault.where.empty() ? "" : ", ") + fault.where;
    throw base::ConfigError(std::move(fault));
  }
}

Network build_network(const NetworkConfig& config) {
  if (is_graph_file(config.topology)) return build_graph(config);
  Fabric fabric = build_fabric(config);
  Placement placement = read_placement(config.placement, fabric.npus(), &fabric, {"placement", ""});
  return {std::move(fabric), nullptr, std::move(placement)};
}

}  // namespace jacquard::topology
