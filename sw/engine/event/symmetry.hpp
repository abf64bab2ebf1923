// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// Why one NPU cannot stand for all in a scenario: "" if it can. It can where a group of
// permutations of the NPUs takes any NPU to any other and changes neither the fabric nor any round:
// each digit is either rotated by all rounds or xored by all, a digit that is rotated round a ring
// is the whole ring, and all NPUs take part and start alike.
std::string asymmetry(const Scenario& scenario);

}  // namespace jacquard::engine
