// SPDX-License-Identifier: Apache-2.0
// The links between NPUs and a switch, and the packets on them: what every kind of fabric shares.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

struct LinkConfig {
  int ports = 16;
  base::BitsPerSecond rate{800'000'000'000};
  base::Picoseconds link_delay{250'000};  // of one link, one way
  base::Bytes mtu{1'000};                 // payload
  base::Bytes header{48};
  base::Bytes ack_bytes{60};
};

// The keys that every fabric reads, whatever its kind.
const config::FieldTable<LinkConfig>& link_fields();

// The links of a configuration that has them as its base.
inline LinkConfig& links_of(LinkConfig& config) { return config; }
inline const LinkConfig& links_of(const LinkConfig& config) { return config; }

}  // namespace jacquard::systemc
