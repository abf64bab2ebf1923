// SPDX-License-Identifier: Apache-2.0
// Packet switches whose memory is known: how much their ports share, and who says so.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/topology/packet_switch.hpp"

namespace jacquard::systemc {

using SwitchDevice = topology::PacketSwitch;

// Those of configs/packet_switches that have a buffer, by name. Throws ConfigError for a file that
// is no such switch.
const std::vector<SwitchDevice>& switch_devices();

// What `fabric.device` may be besides a file: auto, preset, and the names of all these.
std::vector<std::string> switch_device_names();

// By its name or its file. Throws ConfigError at `place` with the nearest name if there is none,
// and for a switch without a buffer.
SwitchDevice find_switch_device(const std::string& name, const config::Place& place);

// What one would buy for links of `rate`: of the devices whose ports are fast enough, those with
// the slowest ports, and of these the one with the most memory. Above all rates, the one with the
// most memory.
const SwitchDevice& switch_device_for(base::BitsPerSecond rate);

}  // namespace jacquard::systemc
