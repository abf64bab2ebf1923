// SPDX-License-Identifier: Apache-2.0
// What joins the NPUs, as its power is: ends of links, and a switch. The noun of
// configs/interconnects.
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::serve {

struct Interconnect {
  std::string name;  // of its file, as commands take it
  std::string title;
  std::string link;                                // what an end of a link is
  std::optional<base::Joules> link_per_bit;        // of one end, which sends a bit and receives one
  int links_per_port = 1;                          // ends for each port of an NPU
  base::BitsPerSecond link_rate{800'000'000'000};  // of one end, one way
  // One of these three, by its name; the appliance says what its links take too.
  std::string packet_switch;
  std::string optical_switch;
  std::string appliance;
  std::string source;
};

inline constexpr const char* kInterconnects = "interconnects";

const config::FieldTable<Interconnect>& interconnect_fields();

// Throws ConfigError below `place` where no switch is named, or two are, or one that is none.
void require_consistent(const Interconnect& one, const config::Place& place);

// The one in a file, or of configs/interconnects by its name.
Interconnect interconnect_of(const std::string& name_or_path, const config::Place& place);

// What its parts draw while they are on, used or not. Nothing where no source says it.
struct InterconnectPower {
  std::optional<base::Watts> links;
  std::optional<base::Watts> a_switch;
  std::optional<base::Joules> link_bit;    // what a bit costs between two NPUs, if only bits cost
  std::optional<base::Joules> switch_bit;  // 0 of mirrors, whose power no bit changes
  std::string unknown;                     // "the power of oriole_prism"; "" for nothing
  std::string assumed;                     // where NPUs are more than a switch's ports; "" else
};

// Of so many ports, each with `rate` one way; of an appliance, whose ports have a rate, with that.
// Circuits of parallel switches share a port's rate, and each has fibres of its own.
//
// Packets take whole chips, each with a part of every port. Fibres of the same number, one of each
// NPU, meet in one device of mirrors; a device has as many such numbers as its ports hold whole.
// More NPUs than a device has ports take its power for each port.
InterconnectPower power_of(const Interconnect& one, int ports, base::BitsPerSecond rate,
                           int switches = 1);

}  // namespace jacquard::serve
