// SPDX-License-Identifier: Apache-2.0
// Packet switches that are sold or specified, and who says so. The noun of configs/packet_switches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::topology {

struct PacketSwitch {
  std::string name;  // of its file, as commands take it
  std::string title;
  int ports = 1;                     // of port_rate
  base::BitsPerSecond port_rate{0};  // of its fastest ports, one way
  base::BitsPerSecond capacity{0};   // of all ports together, one way
  // Where published: from port to port, the memory that all ports share, and typical power.
  std::optional<base::Picoseconds> latency;
  std::optional<base::Bytes> buffer;
  std::optional<base::Watts> power;
  std::string basis;  // published, summary (by a third party), recalled
  std::string source;
};

inline constexpr const char* kPacketSwitches = "packet_switches";

const config::FieldTable<PacketSwitch>& packet_switch_fields();

// Throws ConfigError at `place` for a switch whose ports together are not its capacity.
void require_consistent(const PacketSwitch& one, const config::Place& place);

// The switch in a file, or of configs/packet_switches by its name. Throws ConfigError at `place`
// for a name that is none, and as require_consistent.
PacketSwitch packet_switch_of(const std::string& name_or_path, const config::Place& place);

}  // namespace jacquard::topology
