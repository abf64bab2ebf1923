// SPDX-License-Identifier: Apache-2.0
// Several instances of one model behind a router.
#pragma once

#include <vector>

#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

// A request goes to the instance that has the fewest. `clocks`: of each instance, whose number this
// is; the same clock may stand there several times. Sums stand in the run, of most_blocks the most.
ServerRun serve_replicas(const EngineSettings& settings, int groups,
                         const std::vector<StepClock*>& clocks, Traffic& traffic,
                         const std::vector<StepWatcher*>& watchers = {});

}  // namespace jacquard::serve
