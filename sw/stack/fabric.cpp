// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::stack {
namespace {

using base::Bytes;
using base::Picoseconds;
using config::field;
using config::quantity;
using config::whole_number;

constexpr Picoseconds kLongest{base::kPicosecondsPerSecond};
constexpr int kMostRadix = 1 << 14;
constexpr int kMostChannels = 64;
constexpr int kMostSpares = 1 << 20;

std::vector<config::Field<Fabric>> switches() {
  return {
      field<Fabric>(
          "tiers", [](auto& f) -> auto& { return f.tiers; }, whole_number(1, 3),
          "1: one crossbar of all NPUs. 2: leaves below spines. 3: pods of these below cores."),
      field<Fabric>(
          "radix", [](auto& f) -> auto& { return f.radix; }, whole_number(2, kMostRadix),
          "Ports of each switch, in and out."),
      field<Fabric>(
          "leaf_ports", [](auto& f) -> auto& { return f.leaf_ports; }, whole_number(0, kMostRadix),
          "NPUs on a leaf. 0: half the radix."),
      field<Fabric>(
          "uplinks", [](auto& f) -> auto& { return f.uplinks; }, whole_number(0, kMostRadix),
          "Of a leaf. 0: what the radix leaves, at most leaf_ports; fewer than leaf_ports is "
          "oversubscription."),
      field<Fabric>(
          "pod_leaves", [](auto& f) -> auto& { return f.pod_leaves; }, whole_number(0, kMostRadix),
          "Leaves of a pod (three tiers). 0: half the radix, or all."),
      field<Fabric>(
          "spine_uplinks", [](auto& f) -> auto& { return f.spine_uplinks; },
          whole_number(0, kMostRadix),
          "Of a spine, to cores (three tiers). 0: as many as downlinks; fewer is "
          "oversubscription."),
      field<Fabric>(
          "local", [](auto& f) -> auto& { return f.local; }, config::boolean(),
          "Traffic within a leaf is switched there; else all goes up and down (Chronos s3)."),
      field<Fabric>(
          "channels", [](auto& f) -> auto& { return f.channels; }, whole_number(1, kMostChannels),
          "Ports of an NPU; each channel has its own switches."),
      field<Fabric>(
          "spares", [](auto& f) -> auto& { return f.spares; }, whole_number(0, kMostSpares),
          "Ports that stand by, behind those of the job.")};
}

std::vector<config::Field<Fabric>> times() {
  return {
      field<Fabric>(
          "rate", [](auto& f) -> auto& { return f.rate; },
          quantity(base::BitsPerSecond{1'000'000}, base::BitsPerSecond{1'000'000'000'000'000}),
          "Of a port, in each direction."),
      field<Fabric>(
          "guard", [](auto& f) -> auto& { return f.guard; }, quantity(Picoseconds{0}, kLongest),
          "Dead time while a crossbar changes its setting, t_x (Chronos s6)."),
      field<Fabric>(
          "flight", [](auto& f) -> auto& { return f.flight; }, quantity(Picoseconds{0}, kLongest),
          "Longest one-way latency between two NPUs, t_max (Chronos s6: 10 us are 2 km)."),
      field<Fabric>(
          "sync", [](auto& f) -> auto& { return f.sync; },
          config::choice<Sync>(
              {{"per-slot", Sync::per_slot}, {"on-dependency", Sync::on_dependency}}),
          "Who pays t_max: every slot (Chronos s6), or what waits for data."),
      field<Fabric>(
          "slot", [](auto& f) -> auto& { return f.slot; },
          config::optional(quantity(Picoseconds{1}, kLongest)),
          "T. None: the one with the shortest step."),
      field<Fabric>(
          "control", [](auto& f) -> auto& { return f.control; },
          quantity(Bytes{0}, Bytes{std::int64_t{1} << 40}),
          "Calls of at most so many bytes (loss, gradient norm) share control slots."),
      field<Fabric>(
          "headroom", [](auto& f) -> auto& { return f.headroom; }, config::real_number(1, 1000),
          "Slots kept for traffic that only the run knows, over those of a balanced demand."),
      field<Fabric>(
          "decision", [](auto& f) -> auto& { return f.decision; },
          quantity(Picoseconds{0}, kLongest),
          "Time in which the on-demand scheduler decides, before the first of these slots.")};
}

}  // namespace

const config::FieldTable<Fabric>& fabric_fields() {
  static const config::FieldTable<Fabric> table = [] {
    std::vector<config::Field<Fabric>> fields = switches();
    for (auto& f : times()) fields.push_back(std::move(f));
    return config::FieldTable<Fabric>("circuit_switches", "Circuit switches that a stack is for.",
                                      std::move(fields));
  }();
  return table;
}

namespace {

// As many links as `ports` of a switch allow to each of `below`, a divisor of their uplinks.
void link_up(int ports, int below, int uplinks, int& links) {
  links = std::max(1, std::min(ports / below, uplinks));
  while (uplinks % links != 0) --links;
}

// Leaves and uplinks are known.
void add_pods(const Fabric& fabric, const config::Place& place, Sizes& sizes) {
  const int half = std::max(1, fabric.radix / 2);
  sizes.pod_leaves = std::min(sizes.leaves, fabric.pod_leaves > 0 ? fabric.pod_leaves : half);
  const int left = fabric.radix - sizes.pod_leaves;
  if (left < std::max(1, fabric.spine_uplinks)) {
    (place / "pod_leaves")
        .fail(fmt::format("at most {}, as a spine of radix {} has a link to each and {} up",
                          fabric.radix - std::max(1, fabric.spine_uplinks), fabric.radix,
                          std::max(1, fabric.spine_uplinks)),
              std::to_string(sizes.pod_leaves));
  }
  const int down = fabric.spine_uplinks > 0 ? fabric.radix - fabric.spine_uplinks
                                            : std::max(half, sizes.pod_leaves);
  link_up(down, sizes.pod_leaves, sizes.uplinks, sizes.links);
  sizes.spines = sizes.uplinks / sizes.links;
  sizes.pods = (sizes.leaves + sizes.pod_leaves - 1) / sizes.pod_leaves;
  const int downlinks = sizes.pod_leaves * sizes.links;
  sizes.pod_links = fabric.spine_uplinks > 0 ? fabric.spine_uplinks
                                             : std::min(downlinks, fabric.radix - downlinks);
  if (sizes.pods > fabric.radix) {
    (place / "radix")
        .fail(fmt::format("at least {}, as a core has a link to each pod", sizes.pods),
              std::to_string(fabric.radix));
  }
  link_up(fabric.radix, sizes.pods, sizes.pod_links, sizes.core_links);
  sizes.cores = sizes.spines * (sizes.pod_links / sizes.core_links);
}

}  // namespace

Sizes sizes_of(const Fabric& fabric, int ranks, const config::Place& place) {
  Sizes sizes;
  sizes.ports = ranks + fabric.spares;
  if (fabric.tiers == 1) {
    if (sizes.ports > fabric.radix) {
      (place / "radix")
          .fail(fmt::format("a port for each of {} NPUs and spares", sizes.ports),
                std::to_string(fabric.radix), "two tiers, or a larger radix");
    }
    sizes.leaf_ports = sizes.ports;
    return sizes;
  }
  sizes.leaf_ports = fabric.leaf_ports > 0 ? fabric.leaf_ports : std::max(1, fabric.radix / 2);
  const int left = fabric.radix - sizes.leaf_ports;
  if (left < 1) {
    (place / "leaf_ports")
        .fail(fmt::format("less than the radix {}, so that uplinks are left", fabric.radix),
              std::to_string(sizes.leaf_ports));
  }
  sizes.uplinks = fabric.uplinks > 0 ? fabric.uplinks : std::min(left, sizes.leaf_ports);
  if (sizes.uplinks > left) {
    (place / "uplinks")
        .fail(fmt::format("at most {}, as {} of {} ports lead to NPUs", left, sizes.leaf_ports,
                          fabric.radix),
              std::to_string(sizes.uplinks));
  }
  sizes.leaves = (sizes.ports + sizes.leaf_ports - 1) / sizes.leaf_ports;
  if (fabric.tiers == 3) {
    add_pods(fabric, place, sizes);
    return sizes;
  }
  if (sizes.leaves > fabric.radix) {
    (place / "radix")
        .fail(fmt::format("at least {}, as a spine has a link to each leaf", sizes.leaves),
              std::to_string(fabric.radix),
              fmt::format("two tiers of this radix reach {} NPUs",
                          std::int64_t{fabric.radix} * sizes.leaf_ports));
  }
  link_up(fabric.radix, sizes.leaves, sizes.uplinks, sizes.links);
  sizes.spines = sizes.uplinks / sizes.links;
  return sizes;
}

}  // namespace jacquard::stack
