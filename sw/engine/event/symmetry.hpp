// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/engine/event/classes.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// Why one NPU cannot stand for all of its class in a scenario: "" if it can. It can where a group
// of permutations of the NPUs takes any NPU of a class to any other and changes neither the fabric
// nor any round nor who sends a message to whom: each digit but those that tell classes apart is
// either rotated by all rounds or xored by all, a digit that is rotated round a ring is the whole
// ring, a ring that tells classes apart does nothing else, and all NPUs take part and start alike.
std::string asymmetry(const Scenario& scenario, const Classes& classes = {});

}  // namespace jacquard::engine
