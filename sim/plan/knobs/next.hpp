// SPDX-License-Identifier: Apache-2.0
// What to do next with a setting: which knob to turn, what to buy.
#pragma once

#include "sim/plan/knobs/rows.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::knobs {

// Each knob turned to its next value within the ranges, or a factor moved from one degree to
// another; those that gain most first, then those that cannot.
std::vector<TurnRow> turns_of(const Problem& problem, const Setting& setting);

// Tensor rate, memory bandwidth, links of the node, and each dimension of the network: by the list
// schedule, each alone, the most elastic first.
std::vector<ResourceRow> resources_of(const train::Step& step);

}  // namespace jacquard::knobs
