// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/interconnect_fits.hpp"

#include <fmt/format.h>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/serve/paper_batch.hpp"

namespace jacquard::serve {
namespace {

constexpr const char* kOption = "--interconnect";
constexpr const char* kCircuits = "circuits";
constexpr const char* kPackets = "packets";
constexpr const char* kAnAppliance = "an appliance";

const char* kind_of(const Interconnect& one) {
  if (!one.appliance.empty()) return kAnAppliance;
  return one.packet_switch.empty() ? kCircuits : kPackets;
}

void require_kind(const ServeConfig& config, const Interconnect& one) {
  const auto require = [&](bool there, const char* kind, const char* who, const std::string& is) {
    if (!there || kind_of(one) == std::string(kind)) return;
    throw base::ConfigError({kOption, "", fmt::format("{}, as {} {} has", kind, who, is),
                             fmt::format("{}, which is of {}", one.name, kind_of(one)), ""});
  };
  require(config.fabric == "circuit", kCircuits, "--fabric", config.fabric);
  require(config.fabric == "packet", kPackets, "--fabric", config.fabric);
  require(config.fabric == kPhotonic, kAnAppliance, "--fabric", config.fabric);
  require(is_appliance(config.system), kAnAppliance, "--system", config.system);
}

// An appliance that carries exchanges, or has the memory, is the one switch itself.
bool is_around_appliance(const ServeConfig& config) {
  return config.fabric == kPhotonic || is_appliance(config.system);
}

}  // namespace

std::optional<base::BitsPerSecond> port_rate(const Setup& setup, const Interconnect& one,
                                             int npus) {
  const Deployment& d = setup.deployment;
  const auto known = [](base::BytesPerSecond rate) {
    return rate.count() > 0 ? std::optional(base::in_bits(rate)) : std::nullopt;
  };
  if (is_around_appliance(setup.config)) return one.link_rate;
  const bool meshed = d.node_block == topology::Block::fully_connected;
  if (!setup.one_switch && (npus > d.node || (meshed && npus > 1))) {
    const std::string joined = meshed ? ", which links join" : "";
    throw base::ConfigError(
        {kOption, "", "NPUs around one switch",
         fmt::format("{} NPUs of {}, in nodes of {}{}", npus, setup.config.system, d.node, joined),
         ""});
  }
  if (!one.appliance.empty()) return one.link_rate;
  return known(setup.one_switch ? setup.one_switch->rate : d.device.link);
}

void require_interconnect(const Setup& setup, int npus) {
  if (setup.config.interconnect.empty()) return;
  const Interconnect one = interconnect_of(setup.config.interconnect, {kOption, ""});
  require_kind(setup.config, one);
  port_rate(setup, one, npus);
}

std::string shorter_guard(const Setup& setup, const Interconnect& one) {
  if (setup.config.fabric != "circuit" || one.optical_switch.empty()) return "";
  const auto mirrors = experiment::find_technology(one.optical_switch);
  const base::Picoseconds guard = machine::guard_of(setup.config.exchange);
  if (mirrors.fastest <= guard) return "";
  return fmt::format("{} takes {} or more to switch, and the guard that is simulated is {}",
                     one.optical_switch, config::show_quantity(mirrors.fastest),
                     config::show_quantity(guard));
}

}  // namespace jacquard::serve
