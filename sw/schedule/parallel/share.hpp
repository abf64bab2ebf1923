// SPDX-License-Identifier: Apache-2.0
// One demand over several crossbars between the same ports: each port has a link to every one of
// them, and each switch has settings and guards of its own.
#pragma once

#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

inline constexpr int kMostSwitches = 64;

// What one of the switches carries, and how.
struct SwitchShare {
  demand::QuantaMatrix demand;
  Schedule schedule;
};

// The settings of a schedule of one hop, dealt out to `switches` switches so that all end at about
// the same time: the longest first, each to the switch that has least; then parts of settings move
// from the switch that ends last to the one that ends first, for as long as that helps. A part
// costs the guard of one more setting. These are the last two steps of Spectra (arXiv 2603.07373);
// the schedule given is its first. The shares' demands sum to `demand`.
// Requires a valid schedule of one hop. O(P log P + moves x P).
std::vector<SwitchShare> over_switches(const demand::QuantaMatrix& demand, const Schedule& schedule,
                                       int switches);

// The bytes that each share carries of the demand that was counted: they sum to it.
std::vector<demand::DemandMatrix> bytes_of(const std::vector<SwitchShare>& shares,
                                           const demand::DemandMatrix& demand);

}  // namespace jacquard::schedule
