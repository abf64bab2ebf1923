// SPDX-License-Identifier: Apache-2.0
// The fabrics that --fabric and --scale-out name.
#pragma once

#include <string>

#include "systemc/machine/exchange.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// The fabric that --fabric names, with so many ports, around the one switch or that of a rack.
// Throws ConfigError for faults that serving does not have, and as machine::use_links().
machine::ExchangeConfig exchange_of(const Setup& setup, int ranks);

// Who carries rails, by name: as --scale-out says, else packet, or ideal with --fabric ideal.
std::string rail_fabric_of(const ServeConfig& config);

// That fabric between so many racks. Requires setup.racks.
machine::ExchangeConfig rail_exchange_of(const Setup& setup, int racks);

// Racks over which so many NPUs of a replica lie; 1 around one switch. Throws ConfigError for parts
// of racks, and for options that several racks have not, or one alone.
int racks_of(const Setup& setup, int ranks);

}  // namespace jacquard::serve
