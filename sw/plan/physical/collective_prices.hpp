// SPDX-License-Identifier: Apache-2.0
// What communications of a strategy take, by the paper's rule or by the engines' and NCCL's laws.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "jacquard/cost/device.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/plan/physical/shares.hpp"
#include "jacquard/plan/physics.hpp"
#include "jacquard/systems/reached.hpp"
#include "jacquard/topology/fabric.hpp"
#include "jacquard/workload/op_node.hpp"

namespace jacquard::plan::physical {

// Remembers prices: a search asks for the same ones again.
class CollectivePrices {
 public:
  CollectivePrices(const Cluster& cluster, Physics physics,
                   systems::Law law = systems::Law::system);

  // MAD-Max's: bytes over the bandwidth of the entry of level `index` of `levels`, plus, with
  // Departure::latencies, what the law of such a collective has beside its transfer.
  engine::step::CommTime paper(workload::CollectiveKind kind, const Levels& levels, int index,
                               double bytes);
  // With Departure::volumes: `bytes` are what each member puts in. Without Departure::latencies a
  // ring's or an exchange's volume over the cluster's bandwidths times their utilisations.
  engine::step::CommTime physical(workload::CollectiveKind kind, Reach reach, double bytes);

  // How they run: for other engines.
  const engine::step::CommMachine& machine() const { return times_->machine(); }

 private:
  engine::step::CommTime law(workload::CollectiveKind kind, Reach reach, double bytes);
  double transfer(workload::CollectiveKind kind, Reach reach, double bytes) const;
  double beside_transfer(workload::CollectiveKind kind, Reach reach, double bytes);
  std::uint32_t dimensions_of(Reach reach) const;

  const Cluster& cluster_;
  Physics physics_;
  bool by_links_;  // also inside a node
  cost::Device device_;
  double inside_ = 0;  // bytes per second of a device, one way
  double across_ = 0;
  std::unique_ptr<topology::Fabric> fabric_;
  std::unique_ptr<engine::step::CollectiveTimes> times_;
  std::unordered_map<std::uint64_t, engine::step::CommTime> known_;
};

}  // namespace jacquard::plan::physical
