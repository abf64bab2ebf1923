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
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/topology/network.hpp"

namespace jacquard::systems {

const config::Codec<Law>& law_codec() {
  static const config::Codec<Law> codec = config::choice<Law>(
      {{"system", Law::system}, {"links", Law::links}, {"reached", Law::reached}});
  return codec;
}

bool leaves_nodes(const topology::Fabric& fabric, int node) {
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (fabric.stride(d) >= node && fabric.dimension(d).size > 1) return true;
  }
  return false;
}

namespace {

// A reduce-scatter of so many bytes in a node, as a ring of messages around its switch would take.
void slow_to_law(const NodeOfDevice& node, topology::Dimension& dimension) {
  constexpr std::int64_t kLarge = std::int64_t{1} << 30;
  const auto seconds = [&](std::int64_t bytes) {
    return cost::node_collective(node.device, {workload::CollectiveKind::reduce_scatter,
                                               dimension.size, base::Bytes{bytes}, true})
        .count();
  };
  const double n = dimension.size;
  const double per_byte = (seconds(2 * kLarge) - seconds(kLarge)) / static_cast<double>(kLarge);
  if (per_byte > 0) {
    dimension.bandwidth =
        std::min(dimension.bandwidth, base::BytesPerSecond{(n - 1) / n / per_byte});
  }
  constexpr double kLinksOfSwitch = 2;
  const double least = seconds(dimension.size) / kLinksOfSwitch;
  dimension.latency = std::max(
      dimension.latency,
      base::Picoseconds{std::llround(least * static_cast<double>(base::kPicosecondsPerSecond))});
}

}  // namespace

topology::Fabric as_reached(const topology::Fabric& fabric, const NodeOfDevice& node) {
  std::vector<topology::Dimension> dimensions = fabric.all();
  for (int d = 0; d < fabric.dimensions(); ++d) {
    topology::Dimension& dimension = base::at(dimensions, d);
    if (fabric.stride(d) < node.node) {
      const bool all_of_node = fabric.stride(d) == 1 && dimension.size == node.node;
      const bool has_law = all_of_node && node.device.link.count() > 0;
      if (has_law && topology::has_switch(dimension.block)) slow_to_law(node, dimension);
      continue;
    }
    dimension.bandwidth = base::BytesPerSecond{dimension.bandwidth.count() *
                                               cost::network_efficiency(fabric.npus() / node.node)};
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
    if (fabric.stride(d) >= node) break;
    const int in_node = std::min(in.size, node / fabric.stride(d));
    declared += in.bandwidth.count() * topology::ports_of(in.block, in_node);
  }
  const base::BytesPerSecond links{declared};
  if (declared > 0) device.link = device.link.count() > 0 ? std::min(device.link, links) : links;
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
  const cost::Device device = device_of(system.npu, place / "npu");
  if (!cost::has_nccl(device)) {  // no law of what there is
    if (asked) (place / "npu" / "device").fail("a GPU, whose NCCL has a law", system.npu.device);
    return std::nullopt;
  }
  return NodeOfDevice{bounded_by_links(device, system.node, fabric), system.node};
}

bool sends_straight(const topology::System& system, workload::CollectiveKind kind,
                    topology::Block block) {
  return kind == workload::CollectiveKind::all_to_all && !system.npu.device.empty() &&
         block != topology::Block::ring;
}

base::Picoseconds node_time(const cost::Device& device, workload::CollectiveKind kind, int members,
                            base::Bytes bytes) {
  constexpr double kMost = 4e6;  // seconds: beyond the 46 days that a run may take
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
