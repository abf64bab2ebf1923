// SPDX-License-Identifier: Apache-2.0
// A model on its NPUs under traffic over time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/server.hpp"
#include "sim/serve/setup.hpp"

namespace jacquard::serve {

// The requests of a run, and whether they come by themselves.
struct TrafficSpec {
  std::vector<Request> requests;  // in the order of arrivals, or of being sent
  int prefix_block = 512;
  int clients = 0;  // above 0: a closed loop of so many
};

struct TrafficRun {
  ServerRun run;
  std::vector<Setup> setups;   // of the whole system; disaggregated: prefill, then decode
  std::vector<int> instances;  // of each setup
  bool disaggregated = false;
  std::int64_t hand_overs = 0;  // of keys and values between instances
  double handed_over_bytes = 0;
  base::Picoseconds hand_over_time{0};  // of all of them, waiting for links included
  std::int64_t block_tokens = 0;        // tokens of a block, and the cache of a scheduler in blocks
  std::int64_t cache_blocks = 0;

  int npus() const;
};

// How an engine with these settings runs on it: the cache is what memory leaves, and steps are
// planned ahead where the software does so.
EngineSettings engine_settings(const Setup& setup);

// Each instance behind a router that sends a request to the one with the fewest.
// `watchers`: none, or one (or null) for each instance.
TrafficRun run_traffic(const Setup& setup, int instances, const TrafficSpec& traffic,
                       const std::vector<StepWatcher*>& watchers = {});

}  // namespace jacquard::serve
