// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/machine_parts.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/config/composed.hpp"

namespace jacquard::machine {

std::optional<memory::MemoryConfig> memory_of(const std::string& word,
                                              base::BytesPerSecond bandwidth) {
  if (word.empty()) return std::nullopt;
  memory::MemoryConfig config;
  memory::Organisation& organisation = config.organisation;
  if (word == "peak") {
    constexpr int kChannels = 32;
    organisation.channels = kChannels;
    organisation.pin_rate = base::BitsPerSecond{
        static_cast<std::int64_t>(bandwidth.count() * 8 / (organisation.width * kChannels))};
    config.fidelity = memory::Fidelity::ideal;
    return config;
  }
  const config::Noun noun = config::noun_of(config::Json(word), {"hbm", ""}, memory::kMemories);
  memory::memory_fields().read(config, noun.keys, noun.place);
  const double stacks = std::max(1.0, std::round(bandwidth.count() / organisation.peak().count()));
  organisation.channels = static_cast<int>(organisation.channels * stacks);
  if (config.fidelity == memory::Fidelity::at) config.fidelity = memory::Fidelity::lt;
  return config;
}

Detail resolved(Detail detail, const topology::Dimension& dimension) {
  if (detail != Detail::node) return detail;
  return topology::has_switch(dimension.block) ? Detail::circuit : Detail::links;
}

systemc::PlaneConfig plane_of(Detail detail, const ExchangeConfig& config) {
  systemc::PlaneConfig plane;
  const bool circuits = detail == Detail::circuit;
  plane.kind = circuits ? systemc::PlaneKind::circuits : systemc::PlaneKind::links;
  plane.mtu = config.fabric.mtu;
  if (circuits) plane.guard = guard_of(config);
  const bool headers = detail == Detail::packet || (circuits && config.circuit.charge_headers);
  if (headers) plane.header = config.fabric.header;
  return plane;
}

}  // namespace jacquard::machine
