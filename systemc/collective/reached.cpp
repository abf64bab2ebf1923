// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/reached.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/analytic/phase_model.hpp"

namespace jacquard::run {
namespace {

using rounds::CollectiveKind;

bool has_law(CollectiveKind kind) {
  return kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_scatter ||
         kind == CollectiveKind::all_gather || kind == CollectiveKind::all_to_all ||
         kind == CollectiveKind::broadcast;
}

// Whether NPUs that differ in these dimensions are in one node.
bool within(int node, const topology::Fabric& fabric, const std::vector<int>& involved) {
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const bool takes_part =
        involved.empty() || std::find(involved.begin(), involved.end(), d) != involved.end();
    if (!takes_part || fabric.dimension(d).size == 1) continue;
    const int reach = fabric.stride(d) * fabric.dimension(d).size;
    if (reach > node || node % reach != 0) return false;
  }
  return true;
}

const std::vector<const char*> kNetwork = {"topology", "bandwidth", "bandwidth_per", "latency",
                                           "placement"};
// What NPUs do with messages, of which NCCL's law has its own.
const std::vector<const char*> kRules = {"endpoint_delay", "active_chunks", "forwarding",
                                         "local_memory_bandwidth"};

// Whether the system's own values stand at these keys.
bool are_own(const std::vector<const char*>& keys, const CollectiveConfig& config,
             const topology::System& system, const config::Place& place) {
  const config::Document ours = collective_fields().show(config);
  const config::Document own = collective_fields().show(collective_on(system, place));
  return std::all_of(keys.begin(), keys.end(),
                     [&](const char* key) { return ours[key] == own[key]; });
}

}  // namespace

Reached reached_of(const CollectiveConfig& config, const topology::System* system,
                   const config::Place& place, const topology::Network& network) {
  const bool is_its_own =
      system != nullptr && network.fabric && are_own(kNetwork, config, *system, place);
  if (!is_its_own || config.mode != engine::Mode::faithful) {
    if (config.law == systems::Law::reached) {
      throw base::ConfigError({"--law", "",
                               "links, where no --system alone says the network and its nodes",
                               "reached", "such as --system dgx-h100"});
    }
    return {};
  }
  Reached reached;
  reached.per_node = system->node;
  reached.node = systems::node_of(*system, config.law, *network.fabric, place);
  reached.rules = are_own(kRules, config, *system, place);
  if (!reached.node) return reached;
  reached.network = network;
  reached.network->fabric = systems::as_reached(*network.fabric, *reached.node);
  return reached;
}

std::optional<NodeTime> node_time_of(const CollectiveConfig& config, const Reached& reached,
                                     const topology::Network& network,
                                     const collective::CollectiveRequest& request) {
  const bool even = reached.rules && config.demand.empty() && config.disturbance.empty() &&
                    config.guard.count() == 0;
  if (!reached.node || reached.node->device.link.count() <= 0 || !even || !has_law(config.kind) ||
      !within(reached.node->node, *network.fabric, request.involved)) {
    return std::nullopt;
  }
  const cost::Device& device = reached.node->device;
  const int members = request.members();
  if (members < 2) return std::nullopt;
  const base::Picoseconds time = systems::node_time(device, config.kind, members, config.bytes);
  if (static_cast<double>(time.count()) > engine::kLongestPicoseconds) {
    throw base::ConfigError({"--bytes", "", "a collective of less than 46 days",
                             fmt::format("{:.3g} s", base::to_seconds(time).count()),
                             "fewer bytes"});
  }
  return NodeTime{systems::node_way(device, config.kind, members, config.bytes), time};
}

Work work_of(const NodeTime& law, collective::CollectiveRequest request) {
  rounds::Collective collective;
  collective.kind = request.kind;
  collective.algorithm = law.algorithm;
  collective.shape = request.shape;
  collective.bytes = request.bytes;
  Work work;
  work.graph.collectives.push_back(std::move(collective));
  work.request = std::move(request);
  work.by_law = work.reached = true;
  return work;
}

engine::Result result_of(const NodeTime& law) {
  engine::Result result;
  result.time = law.time;
  return result;
}

}  // namespace jacquard::run
