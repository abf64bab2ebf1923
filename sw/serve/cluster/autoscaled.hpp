// SPDX-License-Identifier: Apache-2.0
// Instances that come and go with the load.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

// Every `every` the load is looked at: as many instances are wanted as requests in the system over
// `load`. What lacks is started and serves `start` later. Instances beyond all that was wanted
// within the last `idle` take no more requests, and stop when they have ended theirs.
struct Autoscale {
  int fewest = 1;
  int most = 0;  // 0: all that the system holds
  double load = 0;
  base::Picoseconds start{0};
  base::Picoseconds idle{0};
  base::Picoseconds every{0};
};
// "1..8,load=32,start=60 s,idle=300 s,every=10 s". Throws ConfigError at --autoscale.
Autoscale parse_autoscale(const std::string& text);

struct AutoscaledRun {
  ServerRun run;
  base::Picoseconds instance_time{0};  // of all instances, starting, serving and ending
  double mean = 0;                     // instances, over the run
  int most = 0;                        // at once
  std::int64_t starts = 0;             // after the first ones
};

// `clocks`: of each instance, of which `scale.fewest` serve from the start.
AutoscaledRun serve_autoscaled(const Autoscale& scale, const EngineSettings& settings, int groups,
                               const std::vector<StepClock*>& clocks, Traffic& traffic,
                               const std::vector<StepWatcher*>& watchers = {});

}  // namespace jacquard::serve
