// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/packet/medium.hpp"
#include "systemc/packet/packet_switch.hpp"
#include "systemc/packet/switching.hpp"
#include "systemc/packet/tier_ways.hpp"

namespace jacquard::systemc {

// Leaves and spines. Link u between leaf l and spine s is Medium::rising and ::falling
// [(l spines + s) uplinks + u].
class Tiers final : public Switching {
 public:
  Tiers(Medium& medium, std::uint64_t seed);

  void run(Ps until, bool in_order) override;
  Ps next() const override;
  Ps last() const override;
  SwitchCounts counts() const override;

 private:
  void add(Medium& medium, const Tier& tier, std::vector<TierWays::Port> ports,
           const MemoryParameters& memory, std::uint64_t seed);

  std::vector<PacketSwitch<TierWays>> switches_;
  std::uint64_t ports_ = 0;  // of them
};

}  // namespace jacquard::systemc
