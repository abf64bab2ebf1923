// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/tier_ways.hpp"

#include <utility>

namespace jacquard::systemc {

TierWays::TierWays(Medium& medium, const Tier& tier, std::vector<Port> ports, std::uint64_t seed)
    : medium_(medium),
      tier_(tier),
      links_down_(static_cast<int>(ports.size()) - tier.links_up),
      hosts_of_leaf_(medium.parameters.ports / medium.parameters.tiers.leaves),
      routing_(medium.parameters.tiers.routing),
      ports_(std::move(ports)),
      red_(medium.parameters.red),
      trunk_red_(medium.parameters.tiers.red),
      salt_(base::Rng(seed, "ecmp", tier.number)()),
      random_(seed, "spray", tier.number) {
  // Turns of different leaves begin at different links, so that they do not meet in step.
  for (int leaf = 0; leaf < medium.parameters.tiers.leaves; ++leaf) {
    turns_.insert(turns_.end(), 2,
                  static_cast<std::uint32_t>(tier.number) + static_cast<std::uint32_t>(leaf));
  }
}

}  // namespace jacquard::systemc
