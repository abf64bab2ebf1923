// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/traffic_run.hpp"

#include <algorithm>

#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/traffic.hpp"

namespace jacquard::serve {
namespace {

constexpr int kSequences = 256;  // what engines run at once where nothing is said

std::unique_ptr<Traffic> traffic_of(const TrafficSpec& spec) {
  if (spec.clients > 0) return std::make_unique<ClosedLoop>(spec.requests, spec.clients);
  return std::make_unique<ListTraffic>(spec.requests, spec.prefix_block);
}

}  // namespace

int TrafficRun::npus() const {
  int sum = 0;
  for (std::size_t i = 0; i < setups.size(); ++i) sum += instances[i] * setups[i].deployment.npus();
  return sum;
}

EngineSettings engine_settings(const Setup& setup) {
  const ServeConfig& config = setup.config;
  EngineSettings settings;
  settings.policy = config.policy;
  settings.max_sequences = config.max_sequences > 0 ? config.max_sequences : kSequences;
  settings.max_batched_tokens = config.max_batched_tokens;
  settings.max_model_length = config.max_model_length;
  settings.block = config.block;
  settings.prefix_caching = config.prefix_caching;
  settings.stages = setup.deployment.pp;
  // One block is the engine's own, so a scheduler has one more than sequences can use.
  settings.blocks = std::max<std::int64_t>(setup.memory.kv_tokens / config.block, 2);
  return settings;
}

TrafficRun run_traffic(const Setup& setup, int instances, const TrafficSpec& traffic,
                       const std::vector<StepWatcher*>& watchers) {
  const auto clock = cost_clock(setup.deployment);
  const auto source = traffic_of(traffic);
  const EngineSettings settings = engine_settings(setup);
  TrafficRun answer;
  answer.run = serve_replicas(
      settings, setup.deployment.attention_dp,
      std::vector<StepClock*>(static_cast<std::size_t>(instances), clock.get()), *source, watchers);
  answer.setups = {setup};
  answer.instances = {instances};
  answer.block_tokens = settings.block;
  answer.cache_blocks = settings.blocks;
  return answer;
}

}  // namespace jacquard::serve
