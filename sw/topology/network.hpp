// SPDX-License-Identifier: Apache-2.0
// The network a user describes, and what it becomes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/network_view.hpp"
#include "jacquard/topology/placement.hpp"

namespace jacquard::topology {

enum class BandwidthPer { link, npu };

struct NetworkConfig {
  std::string topology = "Ring(8)";  // as shape_text.hpp reads it, or the path of a graph's file
  std::vector<base::BytesPerSecond> bandwidth = {
      base::BytesPerSecond{50e9}};  // one, or of each dimension
  BandwidthPer bandwidth_per = BandwidthPer::link;
  std::vector<base::Picoseconds> latency = {base::Picoseconds{500'000}};  // one, or of each
  std::string placement = "identity";  // as placement.hpp reads it
};

const config::FieldTable<NetworkConfig>& network_fields();

// Bandwidth of one link where an NPU has `per_npu` in all: half for a ring of more than two, 1 /
// (size - 1) for fully connected, all of it to a switch (COSMIC Table 3 is per NPU).
base::BytesPerSecond link_bandwidth(base::BytesPerSecond per_npu, Block block, int size);
// Its inverse: what leaves an NPU in this dimension.
base::BytesPerSecond npu_bandwidth(const Dimension& dimension);

// A fabric, or a graph of the user's.
struct Network {
  std::optional<Fabric> fabric;
  std::shared_ptr<const UserGraph> graph;
  Placement placement;

  NetworkView view() const { return fabric ? NetworkView(*fabric) : NetworkView(*graph); }
  int npus() const { return view().npus(); }
};

// The fabric a config describes. Throws ConfigError naming the key that does not fit the topology;
// also where that is a graph's file.
Fabric build_fabric(const NetworkConfig& config);
// The same of a network that stands at `place`: that is where its keys are wrong.
Fabric build_fabric(const NetworkConfig& config, const config::Place& place);
// The same with its placement; of a graph's file too, which may be one that ships (configs/...).
Network build_network(const NetworkConfig& config);

// Whether NetworkConfig::topology is the path of a graph's file: it ends in .json, .yaml or .yml.
bool is_graph_file(const std::string& topology);

}  // namespace jacquard::topology
