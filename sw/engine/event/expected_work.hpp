// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// Of the event engine. Events: where messages meet on links; else as many as there are messages.
// The lengths of ways are those of some messages of each round. Requires a graph without faults;
// nothing is expected of one with more NPUs than the network, which Plan refuses.
ExpectedWork expected_work(const Scenario& scenario);

}  // namespace jacquard::engine
