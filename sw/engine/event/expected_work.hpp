// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// What a run of the event engine will cost, to about a factor of two, found without running it.
struct ExpectedWork {
  double events = 0;  // where messages meet on links; else as many as there are messages
  double bytes = 0;   // of memory
};

// The lengths of ways are those of some messages of each round. Requires a graph without faults;
// nothing is expected of one with more NPUs than the network, which Plan refuses.
ExpectedWork expected_work(const Scenario& scenario);

}  // namespace jacquard::engine
