// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/collective_prices.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/node_collective.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/plan/physical/system.hpp"

namespace jacquard::plan::physical {
namespace {

using engine::step::CommTime;
using workload::CollectiveKind;

constexpr double kMostBytes = 5e17;  // that are counted; beyond, times are of no use
constexpr double kMostSeconds = 1e6;

base::Picoseconds picoseconds(double seconds) {
  return base::Picoseconds{std::llround(std::min(seconds, kMostSeconds) *
                                        static_cast<double>(base::kPicosecondsPerSecond))};
}

// Of n members, what each sends over its link, in units of what it puts in.
double sent(CollectiveKind kind, double n) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return 2 * (n - 1) / n;
    case CollectiveKind::all_gather:
      return n - 1;
    default:
      return (n - 1) / n;
  }
}

// Switches inside the node and across nodes; what the law of a node says is not asked of it.
std::unique_ptr<topology::Fabric> fabric_of(const Cluster& c, systems::Law law) {
  using topology::Dimension;
  std::vector<Dimension> dimensions;
  const double inside = c.links * c.link_bandwidth.count() / 2;
  const double across = law == systems::Law::links ? line_rate(c) : across_rate(c);
  if (c.devices > 1 || c.nodes == 1) {
    dimensions.push_back({topology::Block::switched, c.devices,
                          base::BytesPerSecond{std::max(1.0, inside)}, c.link_latency});
  }
  if (c.nodes > 1) {
    dimensions.push_back({topology::Block::switched, c.nodes,
                          base::BytesPerSecond{std::max(1.0, across)}, c.port_latency});
  }
  return std::make_unique<topology::Fabric>(std::move(dimensions));
}

// Links and memory are asked of the device, no peak: any type does.
constexpr double kGradientBytes = 2;

}  // namespace

CollectivePrices::CollectivePrices(const Cluster& c, Physics physics, systems::Law law)
    : cluster_(c),
      physics_(physics),
      by_links_(law == systems::Law::links),
      device_(device_of(c, kGradientBytes)),
      inside_(c.links * c.link_bandwidth.count() / 2 * c.link_utilisation),
      across_(c.ports * c.port_bandwidth.count() / 2 * c.port_utilisation / c.devices),
      fabric_(fabric_of(c, law)) {
  engine::step::CommMachine machine;
  machine.fabric = fabric_.get();
  machine.rules.local_memory_bandwidth = device_.memory_bandwidth;
  machine.origin = {"cluster " + c.name, "fewer samples"};
  machine.spread = collective::Spread::blueconnect;  // as NCCL: reduced inside, a share across
  collective::Algorithm direct;
  direct.method = collective::Method::direct;
  machine.algorithms[static_cast<std::size_t>(CollectiveKind::all_to_all)].by_dimension = {direct};
  times_ = std::make_unique<engine::step::CollectiveTimes>(machine);
}

std::uint32_t CollectivePrices::dimensions_of(Reach reach) const {
  const std::uint32_t last = std::uint32_t{1} << static_cast<unsigned>(fabric_->dimensions() - 1);
  switch (reach) {
    case Reach::inside:
      return engine::step::kNodeNetwork;
    case Reach::across:
      return last;
    case Reach::all:
      return last | 1U;
  }
  return 0;
}

double CollectivePrices::transfer(CollectiveKind kind, Reach reach, double bytes) const {
  if (reach == Reach::inside) return bytes * sent(kind, cluster_.devices) / inside_;
  if (reach == Reach::across) return bytes * sent(kind, cluster_.nodes) / across_;
  const double devices = cluster_.devices;
  const double nodes = cluster_.nodes;
  switch (kind) {
    case CollectiveKind::all_to_all:  // straight to each: to those of other nodes by the ports
      return bytes * (devices - 1) / (devices * nodes) / inside_ +
             bytes * (nodes - 1) / nodes / across_;
    case CollectiveKind::all_gather:  // across, then all of it inside
      return bytes * (nodes - 1) / across_ + bytes * nodes * (devices - 1) / inside_;
    default:  // a share across, of what was reduced inside
      return bytes * sent(kind, devices) / inside_ + bytes / devices * sent(kind, nodes) / across_;
  }
}

CommTime CollectivePrices::law(CollectiveKind kind, Reach reach, double bytes) {
  const base::Bytes counted{std::llround(std::clamp(bytes, 0.0, kMostBytes))};
  const int n = members(reach, cluster_);
  if (n == 1 || counted.count() == 0) return {};
  if (reach == Reach::inside && device_.link.count() > 0 && !by_links_ && cost::has_nccl(device_)) {
    const base::Seconds time = cost::node_collective(device_, {kind, n, counted, true});
    return {picoseconds(time.count()), {}, dimensions_of(reach)};
  }
  std::vector<engine::step::GroupDigit> digits;
  for (int d = 0; d < fabric_->dimensions(); ++d) {
    const bool is_last = d + 1 == fabric_->dimensions();
    const bool takes_part = reach == Reach::inside ? d == 0 : is_last;
    if (reach == Reach::all || takes_part) digits.push_back({d, 1, fabric_->dimension(d).size});
  }
  return times_->of(kind, counted, digits);
}

// The law grows as its transfer does where messages are large.
double CollectivePrices::beside_transfer(CollectiveKind kind, Reach reach, double bytes) {
  constexpr double kLarge = 4e9;
  const auto seconds = [&](double b) {
    return static_cast<double>(law(kind, reach, b).time.count()) * 1e-12;
  };
  const double slope = (seconds(2 * kLarge) - seconds(kLarge)) / kLarge;
  return std::max(0.0, seconds(bytes) - slope * bytes);
}

CommTime CollectivePrices::paper(CollectiveKind kind, const Levels& levels, int index,
                                 double bytes) {
  const double p = cluster_.all_reduce_inside;
  const bool by_ports = cluster_.nodes > 1 && index == levels.count - 1;
  double rate = inside_;
  if (by_ports) {
    rate = kind == CollectiveKind::all_to_all ? across_ : p * inside_ + (1 - p) * across_;
  }
  if (kind == CollectiveKind::all_gather || kind == CollectiveKind::reduce_scatter) rate *= 2;
  const Reach reach = reach_of(levels, index, cluster_);
  double seconds = bytes / rate;
  if (physics_.has(Departure::latencies)) {
    const double put_in =
        kind == CollectiveKind::all_gather ? bytes / members(reach, cluster_) : bytes;
    seconds += beside_transfer(kind, reach, put_in);
  }
  return {picoseconds(seconds), {}, dimensions_of(reach)};
}

CommTime CollectivePrices::physical(CollectiveKind kind, Reach reach, double bytes) {
  if (!physics_.has(Departure::latencies)) {
    return {picoseconds(transfer(kind, reach, bytes)), {}, dimensions_of(reach)};
  }
  const auto counted = static_cast<std::uint64_t>(std::clamp(std::round(bytes), 0.0, kMostBytes));
  const std::uint64_t key =
      counted * 32 + static_cast<std::uint64_t>(kind) * 3 + static_cast<std::uint64_t>(reach);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(key, law(kind, reach, bytes)).first->second;
}

}  // namespace jacquard::plan::physical
