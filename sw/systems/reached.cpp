// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/reached.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/cost/nccl_choice.hpp"
#include "jacquard/cost/network_efficiency.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/topology/network.hpp"

namespace jacquard::systems {

const config::Codec<Law>& law_codec() {
  static const config::Codec<Law> codec = config::choice<Law>(
      {{"system", Law::system}, {"links", Law::links}, {"reached", Law::reached}});
  return codec;
}

topology::Fabric as_reached(const topology::Fabric& fabric, int node) {
  std::vector<topology::Dimension> dimensions = fabric.all();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (fabric.stride(d) < node) continue;
    topology::Dimension& dimension = base::at(dimensions, d);
    dimension.bandwidth = base::BytesPerSecond{dimension.bandwidth.count() *
                                               cost::network_efficiency(fabric.npus() / node)};
  }
  return topology::Fabric(std::move(dimensions));
}

void require_whole_nodes(const topology::System& system, const topology::Fabric& fabric,
                         const config::Place& place) {
  if (system.node < 2) return;
  bool whole = fabric.dimension(0).size % system.node == 0 || fabric.npus() == system.node;
  std::string sizes = fmt::format("{}", fabric.dimension(0).size);
  for (int d = 1; d < fabric.dimensions(); ++d) {
    whole = whole || fabric.stride(d) == system.node;
    sizes += fmt::format(" x {}", fabric.dimension(d).size);
  }
  if (whole) return;
  (place / "node")
      .fail(fmt::format("the first sizes of {} multiplied, or a divisor of the first", sizes),
            std::to_string(system.node));
}

cost::Device bounded_by_links(cost::Device device, int node, const topology::Fabric& fabric) {
  double declared = 0;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& in = fabric.dimension(d);
    if (fabric.stride(d) * in.size > node) break;
    declared += in.bandwidth.count() * topology::ports_of(in.block, in.size);
  }
  if (declared > 0) device.link = std::min(device.link, base::BytesPerSecond{declared});
  return device;
}

std::optional<NodeOfDevice> node_of(const topology::System& system, Law law,
                                    const topology::Fabric& fabric, const config::Place& place) {
  if (law == Law::links) return std::nullopt;
  const bool asked = law == Law::reached;
  if (system.npu.device.empty()) {
    if (asked) (place / "npu" / "device").fail("a device, whose law is asked for", "none");
    return std::nullopt;
  }
  if (system.node < 1) {
    if (asked) (place / "node").fail("NPUs of a node, within which the law holds", "none");
    return std::nullopt;
  }
  require_whole_nodes(system, fabric, place);
  const cost::Device device = cost::device_of(system.npu.device, place / "npu" / "device");
  return NodeOfDevice{bounded_by_links(device, system.node, fabric), system.node};
}

base::Picoseconds node_time(const cost::Device& device, workload::CollectiveKind kind, int members,
                            base::Bytes bytes) {
  constexpr double kMost = 1e6;  // seconds: an engine refuses a run as long long before
  const double seconds = cost::node_collective(device, {kind, members, bytes, true}).count();
  return base::Picoseconds{
      std::llround(std::min(seconds, kMost) * static_cast<double>(base::kPicosecondsPerSecond))};
}

std::string node_way(const cost::Device& device, workload::CollectiveKind kind, int members,
                     base::Bytes bytes) {
  using workload::CollectiveKind;
  if (kind == CollectiveKind::all_to_all) return "nccl-pairs";
  double size = static_cast<double>(bytes.count());
  if (kind == CollectiveKind::all_gather) size *= members;
  return cost::nccl_choice(device, kind, members, size, true).in_switch ? "nccl-nvls" : "nccl-ring";
}

}  // namespace jacquard::systems
