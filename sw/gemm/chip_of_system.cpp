// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/chip_of_system.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/cost/duration.hpp"
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/topology/network.hpp"

namespace jacquard::gemm {
namespace {

using topology::Dimension;

constexpr double kSide = 8'192;  // of a product that keeps a device busy

base::FlopsPerSecond reached_by_products(const cost::Device& device) {
  const workload::GemmWork product{kSide, kSide, kSide};
  const double seconds = cost::seconds_of(device, product).count();
  return std::min(device.peak.bf16, base::FlopsPerSecond{2 * kSide * kSide * kSide / seconds});
}

// Links that a message between neighbours passes.
int links_of(const Dimension& dimension) { return topology::has_switch(dimension.block) ? 2 : 1; }

std::vector<Dimension> dimensions_of(const topology::System& system, const config::Place& place) {
  std::vector<Dimension> all = topology::build_fabric(system.network, place / "network").all();
  all.erase(std::remove_if(all.begin(), all.end(), [](const Dimension& d) { return d.size == 1; }),
            all.end());
  if (all.empty()) (place / "network" / "topology").fail("two NPUs or more", "one");
  return all;
}

bool alike(const Dimension& a, const Dimension& b) {
  return a.block == b.block && a.bandwidth.count() == b.bandwidth.count() && a.latency == b.latency;
}

}  // namespace

ChipsOfSystem chips_of(const topology::System& system, const std::string& name,
                       const config::Place& place) {
  if (system.npu.device.empty()) {
    (place / "npu" / "device").fail("a device, whose products have a law", "none");
  }
  const cost::Device device = systems::device_of(system.npu, place / "npu");
  const std::vector<Dimension> all = dimensions_of(system, place);
  const Dimension& near = all.front();
  const Dimension& far = *std::min_element(
      all.size() > 1 ? all.begin() + 1 : all.begin(), all.end(),
      [](const Dimension& a, const Dimension& b) { return a.bandwidth < b.bandwidth; });
  const double share = all.size() == 1 && topology::has_switch(near.block) ? 0.5 : 1;
  ChipsOfSystem found;
  found.count = 1;
  for (const Dimension& dimension : all) found.count *= dimension.size;
  Chip& chip = found.chip;
  chip.name = name;
  chip.source = "system " + name + ": device " + device.name + ", links of its network";
  chip.peak = device.peak.bf16;
  chip.effective = reached_by_products(device);
  chip.memory = device.memory;
  chip.memory_bandwidth = device.memory_bandwidth;
  chip.link = std::min(near.bandwidth, far.bandwidth);
  for (TransferCost& transfer : chip.transfers) {
    transfer.sync = std::max(near.latency * links_of(near), far.latency * links_of(far));
    transfer.bandwidth = {base::BytesPerSecond{near.bandwidth.count() * share},
                          base::BytesPerSecond{far.bandwidth.count() * share}};
  }
  require_complete(chip, place);
  const bool one_kind =
      std::all_of(all.begin(), all.end(), [&](const Dimension& d) { return alike(d, near); });
  found.is_torus_of_three = one_kind && all.size() == 3 && near.block == topology::Block::ring;
  if (!one_kind) found.mesh = Mesh{found.count / near.size, near.size};
  return found;
}

}  // namespace jacquard::gemm
