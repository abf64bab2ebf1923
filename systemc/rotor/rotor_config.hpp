// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

enum class Matchings { shifts, random };

// When a port sends for another destination than the one it is connected to, so that this port
// sends it on: never; when nothing is there for the one it is connected to; or always.
enum class Relaying { never, spare, always };

// What a user says of switches that change their matchings by the clock, whatever the traffic.
struct RotorConfig {
  int switches = 4;  // each port has a link to each, and a share of its rate
  base::Picoseconds slot{100'000'000};
  Matchings matchings = Matchings::shifts;
  bool staggered = false;  // they change one after another
  Relaying relay = Relaying::spare;
  std::optional<int> relay_packets;        // that a port holds for one destination
  std::optional<base::Bytes> short_below;  // flows that go at once over several hops
};

// The noun `rotor` of an experiment.
const config::FieldTable<RotorConfig>& rotor_fields();

}  // namespace jacquard::systemc
