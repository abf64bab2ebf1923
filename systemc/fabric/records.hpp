// SPDX-License-Identifier: Apache-2.0
// Records that fabrics of every kind leave: of their figures, flows and links.
#pragma once

#include <string>
#include <vector>

#include "systemc/fabric/fabric.hpp"

namespace jacquard::systemc {

// Figures that follow from the traffic alone: the bytes asked for, and the bound at the rate of
// so many links of each port.
RunFigures figures_of(const Offer& offer, base::BitsPerSecond rate, int links = 1);

// `finish`: of each flow.
void record_flows(const Offer& offer, const std::vector<base::Picoseconds>& finish,
                  report::FabricRun& trace);

// How a link spent the time to `end`: what is in no other part is idle.
report::LinkRecord link_record(std::string name, base::Bytes bytes, base::Picoseconds carried,
                               base::Picoseconds guard, base::Picoseconds paused,
                               base::Picoseconds end);

}  // namespace jacquard::systemc
