// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/distinct_cases.hpp"

#include <map>
#include <string>

namespace jacquard::experiment {
namespace {

// Of the keys of a packet fabric, those that circuits share (systemc::FabricBasics).
config::Document shared_keys(const systemc::PacketConfig& fabric) {
  const config::Document all = systemc::packet_fields().show(fabric);
  config::Document shared;
  for (const char* key : {"ports", "rate", "link_delay", "mtu", "header", "ack_bytes"}) {
    shared[key] = all.at(key);
  }
  return shared;
}

std::string keys_in_use(const Case& c) {
  config::Document keys;
  keys["traffic"] = traffic_fields().show(c.config.traffic);
  if (c.kind == FabricKind::packet) {
    keys["packet"] = systemc::packet_fields().show(c.config.fabric);
  } else {
    keys["shared"] = shared_keys(c.config.fabric);
    keys["circuit"] = systemc::circuit_fields().show(c.config.circuit);
    keys["scheduler"] = scheduler_fields().show(c.config.scheduler);
    keys["faults"] = systemc::fault_fields().show(c.config.faults);
  }
  return keys.dump();
}

}  // namespace

std::vector<std::size_t> first_alike(const std::vector<Case>& cases) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    first.push_back(known.try_emplace(keys_in_use(cases[k]), k).first->second);
  }
  return first;
}

}  // namespace jacquard::experiment
