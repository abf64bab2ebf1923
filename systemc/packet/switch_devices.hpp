// SPDX-License-Identifier: Apache-2.0
// Packet switches that are sold: how much memory their ports share, and who says so.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::systemc {

struct SwitchDevice {
  std::string name;
  std::string what;
  base::BitsPerSecond port_rate{0};  // of its fastest ports
  base::BitsPerSecond capacity{0};   // of all ports together
  base::Bytes buffer{0};             // what all ports share
  std::string basis;                 // published, summary (by a third party), recalled
  std::string source;
};

// Those of configs/technologies/packet_switches.json, in its order. Throws ConfigError for a file that
// is not such a list.
const std::vector<SwitchDevice>& switch_devices();

// What `fabric.device` may be: auto, preset, and the names of all these.
std::vector<std::string> switch_device_names();

// Throws ConfigError at `place` with the nearest name if there is none.
const SwitchDevice& find_switch_device(const std::string& name, const config::Place& place);

// What one would buy for links of `rate`: of the devices whose ports are fast enough, those with
// the slowest ports, and of these the one with the most memory. Above all rates, the one with the
// most memory.
const SwitchDevice& switch_device_for(base::BitsPerSecond rate);

}  // namespace jacquard::systemc
