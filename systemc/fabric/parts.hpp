// SPDX-License-Identifier: Apache-2.0
// A demand that several fabrics carry at the same time, each a part of it.
#pragma once

#include <string>
#include <vector>

#include "systemc/fabric/fabric.hpp"

namespace jacquard::systemc {

// The flows of an offer of which a part has something, and their places in the offer.
struct PartOfFlows {
  std::vector<demand::Flow> flows;
  std::vector<std::size_t> of;
};

// Requires flows of one pair each: a flow has what the part has of its pair.
PartOfFlows part_of(base::Span<const demand::Flow> flows, const demand::DemandMatrix& data);

// What a part came to, into the figures of all: the last end counts, bytes and events add up.
void add_part(const RunFigures& part, const PartOfFlows& flows, RunFigures& all);

// The records of a part, its flows excepted, under its name.
void add_records(report::FabricRun part, const std::string& name, report::FabricRun& all);

}  // namespace jacquard::systemc
