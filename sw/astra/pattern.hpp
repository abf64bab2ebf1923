// SPDX-License-Identifier: Apache-2.0
// Who sends to whom in a phase, in which order: taken from sw/collective, where algorithms are
// defined.
#pragma once

#include "jacquard/astra/program.hpp"

namespace jacquard::astra {

// The rounds of the phase's algorithm. Throws ConfigError where ASTRA-sim would hang or crash.
rounds::RoundGraph pattern_for(const Part& part);

// As one NPU goes through them.
std::vector<Leg> legs_of(const rounds::RoundGraph& graph);

// The tree whose edges the reducing rounds are.
std::vector<Tree::Place> places_of(const rounds::RoundGraph& graph, int members);

}  // namespace jacquard::astra
