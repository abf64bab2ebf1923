// SPDX-License-Identifier: Apache-2.0
// A model on its NPUs under traffic over time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/serve/cluster/autoscaled.hpp"
#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/slo.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "systemc/serve/fabric_exchanges.hpp"
#include "systemc/serve/fabric_hand_over.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// The requests of a run, and whether they come by themselves.
struct TrafficSpec {
  std::vector<Request> requests;      // in the order of arrivals, or of being sent
  std::vector<LaterTurn> later = {};  // of sessions, where requests come by themselves
  int prefix_block = 512;
  int clients = 0;                                    // above 0: a closed loop of so many
  std::optional<Autoscale> autoscale = std::nullopt;  // of instances, that many at most
  // The run may end as soon as its requests cannot keep these any more.
  std::optional<Slo> until_broken = std::nullopt;
};

struct TrafficRun {
  ServerRun run;
  std::vector<Setup> setups;   // of an instance; disaggregated: of prefill, then of decode
  std::vector<int> instances;  // of each setup
  bool disaggregated = false;
  std::int64_t hand_overs = 0;  // of keys and values between instances
  double handed_over_bytes = 0;
  std::int64_t block_tokens = 0;  // of a block of the cache
  std::int64_t cache_blocks = 0;  // of a scheduler, the engine's own one included
  std::optional<FabricFigures> fabric;
  std::optional<AutoscaledRun> scaled;  // without its run, which is `run`
  double bytes_read = 0;  // weights in every step, keys and values of every decode; all NPUs

  int npus() const;
};

// How the engine of an instance is set: its cache is what memory leaves.
EngineSettings engine_settings(const Setup& setup);

// The longest request that such an engine serves.
RequestLimit request_limit(const Setup& setup);

// Instances behind a router that sends a request to the one with the fewest. `watchers`: none, or
// one (or null) for each instance. `fabric`: who carries what experts exchange, null for the laws.
TrafficRun run_traffic(const Setup& setup, int instances, const TrafficSpec& traffic,
                       const std::vector<StepWatcher*>& watchers = {},
                       FabricExchanges* fabric = nullptr);

// Prompts on `prefill`'s instances and answers on those of `decode`, whose keys and values move at
// the network's rate of the smaller instance's NPUs, or over `fabric`. `watchers`: none, or one (or
// null) for each instance, those of prefill first.
TrafficRun run_disaggregated(const Setup& prefill, int prefill_instances, const Setup& decode,
                             int decode_instances, const TrafficSpec& traffic,
                             const std::vector<StepWatcher*>& watchers = {},
                             FabricHandOver* fabric = nullptr);

}  // namespace jacquard::serve
