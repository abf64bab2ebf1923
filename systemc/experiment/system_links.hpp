// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/topology/system.hpp"
#include "systemc/fabric/link_config.hpp"

namespace jacquard::experiment {

// Gives `links` the ports, rate and delay of a system's network: its NPUs around one switch. Throws
// ConfigError naming `source` for any other network, and for more ports or faster links than a
// fabric has.
void set_links(const topology::System& system, const std::string& source,
               systemc::LinkConfig& links);

}  // namespace jacquard::experiment
