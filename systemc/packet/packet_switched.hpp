// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/fabric/fabric.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {

// Hosts around one packet switch, whatever flows are offered.
class PacketSwitched final : public Fabric {
 public:
  // Throws ConfigError as resolve() does.
  explicit PacketSwitched(PacketConfig config) : config_(std::move(config)) {
    (void)resolve(config_);
  }

  RunFigures run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) override;

 private:
  PacketConfig config_;
};

}  // namespace jacquard::systemc
