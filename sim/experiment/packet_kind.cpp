// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/packet_kind.hpp"

#include <fmt/format.h>

#include "sim/experiment/experiment.hpp"
#include "systemc/packet/packet_switched.hpp"

namespace jacquard::experiment {
namespace {

config::Document keys(const ExperimentConfig& config) {
  return systemc::packet_fields().show(config.fabric);
}

std::string inputs(const ExperimentConfig& config, std::uint64_t) {
  return fmt::format("{};", systemc::resolve(config.fabric).memory.capacity.count());
}

std::unique_ptr<systemc::Fabric> make(const ExperimentConfig& config, std::uint64_t,
                                      const std::string&) {
  return std::make_unique<systemc::PacketSwitched>(config.fabric);
}

}  // namespace

FabricKind packet_kind() { return {"packet", keys, inputs, make}; }

}  // namespace jacquard::experiment
