// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/named_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/serve/celestisim/machine.hpp"

namespace jacquard::serve {
namespace {

using machine::Decide;

[[noreturn]] void fail(const char* option, const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

// A server has neither a first exchange nor a slow NPU, and only circuits fail.
void require_faults_of_serving(const systemc::FaultConfig& faults, const std::string& fabric) {
  if (faults.exchange) {
    fail("faults.exchange", "none in serve, where faults are in every exchange",
         std::to_string(*faults.exchange));
  }
  if (faults.slow_npus > 0) {
    fail("faults.slow_npus", "0 in serve, where NPUs compute alike",
         std::to_string(faults.slow_npus));
  }
  if (expects_faults(faults) && fabric != "circuit") {
    fail("faults", "--fabric circuit, as faults are those of circuits", fabric);
  }
}

// As it is named; else that of --system, else the smallest that has an XPU for each NPU.
systemc::ApplianceConfig appliance_of(const Setup& setup, int ranks) {
  const config::Place place{"appliance", ""};
  config::Noun noun{setup.config.appliance, place};
  if (noun.keys.is_null()) {
    constexpr int kFirstGeneration = 16;  // XPUs
    const auto system = celestisim::appliance_named(setup.config.system);
    const bool next =
        system ? system->generation == celestisim::Generation::next : ranks > kFirstGeneration;
    noun = config::noun_of(next ? "pfa_next" : "pfa", place, systemc::kAppliances);
  }
  systemc::ApplianceConfig appliance;
  systemc::appliance_fields().read(appliance, noun.keys, noun.place);
  return appliance;
}

// Of a chosen appliance; one that is named is refused by its own key.
void require_xpus(const Setup& setup, int ranks, const systemc::ApplianceConfig& appliance) {
  const ServeConfig& config = setup.config;
  if (!config.appliance.is_null() || appliance.modules == ranks) return;
  fail(config.npus > 0 ? "--npus" : "--system",
       "16 or 64 NPUs with --fabric photonic, as pfa and pfa_next have XPUs", std::to_string(ranks),
       fmt::format("or --appliance FILE with modules {}", ranks));
}

machine::Carrier carrier_named(const std::string& fabric) {
  return fabric == "circuit"   ? machine::Carrier::circuit
         : fabric == "packet"  ? machine::Carrier::packet
         : fabric == kPhotonic ? machine::Carrier::photonic
                               : machine::Carrier::ideal;
}

// Switches and rails of an exchange have a clock each: nothing is made ahead for all of them.
void require_racks_have(const Setup& setup, int racks) {
  const ServeConfig& c = setup.config;
  if (racks == 1) {
    if (c.scale_out.empty()) return;
    fail("--scale-out", "auto, as the NPUs that exchange are around one switch", c.scale_out);
  }
  const std::string racked = fmt::format(" over {} racks", racks);
  if (c.decide != Decide::on_demand) {
    fail("--decide", "on_demand" + racked, machine::name_of(c.decide));
  }
  if (!c.expert_start.at_end()) fail("--expert-start", "end" + racked, text_of(c.expert_start));
  if (expects_faults(c.exchange.faults)) fail("faults", "none" + racked, "some");
  if (c.exchange.circuit.keep_settings) {
    fail("circuit.keep_settings", "false" + racked, "true");
  }
}

}  // namespace

std::string rail_fabric_of(const ServeConfig& config) {
  if (!config.scale_out.empty()) return config.scale_out;
  return config.fabric == "ideal" ? "ideal" : "packet";
}

machine::ExchangeConfig exchange_of(const Setup& setup, int ranks) {
  require_faults_of_serving(setup.config.exchange.faults, setup.config.fabric);
  machine::ExchangeConfig config = setup.config.exchange;
  config.arrivals = !setup.config.expert_start.at_end();
  config.carrier = carrier_named(setup.config.fabric);
  if (config.carrier == machine::Carrier::photonic) {
    config.fabric.ports = ranks;
    config.appliance = appliance_of(setup, ranks);
    require_xpus(setup, ranks, config.appliance);
    return config;
  }
  const SwitchPort& port = setup.one_switch ? *setup.one_switch : setup.racks->within;
  machine::use_links(ranks, base::in_bits(port.rate), port.delay, config);
  return config;
}

machine::ExchangeConfig rail_exchange_of(const Setup& setup, int racks) {
  machine::ExchangeConfig config = setup.config.exchange;
  config.carrier = carrier_named(rail_fabric_of(setup.config));
  config.circuit.switches = 1;  // parallel ones are those of a rack
  const SwitchPort& port = setup.racks->rail;
  machine::use_links(racks, base::in_bits(port.rate), port.delay, config);
  return config;
}

int racks_of(const Setup& setup, int ranks) {
  if (!setup.racks || setup.config.fabric == kPhotonic) {
    require_racks_have(setup, 1);
    return 1;
  }
  const int rack = setup.racks->npus;
  const bool whole = ranks >= rack ? ranks % rack == 0 : setup.replicas == 1 || rack % ranks == 0;
  if (!whole) {
    fail("--tp, --dp", fmt::format("a replica in one rack of {} NPUs, or on whole racks", rack),
         std::to_string(ranks));
  }
  const int racks = std::max(1, ranks / rack);
  if (racks > demand::kMaxPorts) {
    fail("--npus",
         fmt::format("at most {} with --fabric, as a rail has up to {} ports",
                     rack * demand::kMaxPorts, demand::kMaxPorts),
         std::to_string(ranks));
  }
  require_racks_have(setup, racks);
  return racks;
}

}  // namespace jacquard::serve
