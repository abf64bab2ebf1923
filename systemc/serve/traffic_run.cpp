// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/traffic_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/traffic.hpp"
#include "jacquard/serve/until_broken.hpp"
#include "systemc/serve/step_reads.hpp"

namespace jacquard::serve {
namespace {

constexpr int kSequences = 256;  // what engines run at once where nothing is said

base::Picoseconds front_end_of(const Deployment& deployment) {
  return base::Picoseconds{
      std::llround(deployment.host.front_end.count() * base::kPicosecondsPerSecond)};
}

std::unique_ptr<Traffic> traffic_of(const TrafficSpec& spec, const Deployment& deployment) {
  if (spec.clients > 0) {
    return std::make_unique<ClosedLoop>(spec.requests, spec.clients, base::Picoseconds{0},
                                        spec.prefix_block);
  }
  auto traffic = std::make_unique<ListTraffic>(spec.requests, spec.prefix_block, spec.later);
  if (!spec.until_broken) return traffic;
  return std::make_unique<UntilBroken>(
      std::move(traffic), *spec.until_broken,
      static_cast<std::int64_t>(spec.requests.size() + spec.later.size()),
      front_end_of(deployment));
}

// A watcher for each instance, before those that were given from `first` on.
std::vector<StepReads> readers(const Setup& setup, int instances,
                               const std::vector<StepWatcher*>& watchers, std::size_t first) {
  std::vector<StepReads> all(static_cast<std::size_t>(instances), StepReads(setup));
  for (std::size_t i = 0; i < all.size() && first + i < watchers.size(); ++i) {
    all[i].pass_on(watchers[first + i]);
  }
  return all;
}

std::vector<StepWatcher*> pointers(std::vector<StepReads>& readers) {
  std::vector<StepWatcher*> all;
  for (StepReads& reader : readers) all.push_back(&reader);
  return all;
}

double sum(const std::vector<StepReads>& readers) {
  double bytes = 0;
  for (const StepReads& reader : readers) bytes += reader.bytes();
  return bytes;
}

std::vector<StepClock*> clocks(StepClock& clock, int instances) {
  return std::vector<StepClock*>(static_cast<std::size_t>(instances), &clock);
}

// What lies between the client and the scheduler: clients see every token so much later.
void add_front_end(const Deployment& deployment, ServerRun& run) {
  const base::Picoseconds front_end = front_end_of(deployment);
  for (RequestRecord& record : run.records) {
    record.first_token += front_end;
    record.last_token += front_end;
  }
  run.end += front_end;
}

// Slower memories are no caches, and would take times beyond what is counted.
constexpr base::BytesPerSecond kSlowestStore{1e8};
constexpr base::Seconds kLongestStore{1};

// Every NPU of a replica keeps its part of a block, and reads it at its own rate.
void set_store(const Setup& setup, EngineSettings& settings) {
  const ServeConfig& config = setup.config;
  settings.shares_store = !config.shared_cache.empty();
  const bool shared = settings.shares_store;
  const std::string& text = shared ? config.shared_cache : config.host_cache;
  if (text.empty()) return;
  const config::Place place{shared ? "--shared-cache" : "--host-cache", ""};
  const std::vector<MemoryTier> tiers = parse_tiers(text, place);
  if (tiers.size() > 1) place.fail("one memory", text);
  const MemoryTier& tier = tiers.front();
  if (tier.bandwidth < kSlowestStore) place.fail("a rate of at least 100 MB/s", text);
  if (tier.latency > kLongestStore) place.fail("a latency of at most 1 s", text);
  const double of_token = setup.memory.kv_of_token;
  const std::int64_t tokens = tokens_beyond(tiers, of_token) * setup.deployment.attention_dp;
  settings.stored_blocks = tokens / config.block;
  if (settings.stored_blocks == 0) place.fail("room for a block of the cache", text);
  settings.fetch_ps = of_token / tier.bandwidth.count() * base::kPicosecondsPerSecond;
  settings.fetch_latency = base::Picoseconds{
      std::llround(tier.latency.count() * static_cast<double>(base::kPicosecondsPerSecond))};
}

void keep_settings(const EngineSettings& settings, TrafficRun& answer) {
  answer.block_tokens = settings.block;
  answer.cache_blocks = settings.blocks;
}

}  // namespace

int TrafficRun::npus() const {
  int all = 0;
  for (std::size_t i = 0; i < setups.size(); ++i) all += instances[i] * setups[i].deployment.npus();
  return all;
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
  settings.drafts = setup.deployment.drafts.tokens;
  settings.acceptance = setup.deployment.drafts.acceptance;
  settings.stream_interval = config.stream_interval;
  settings.batch_wait = config.batch_wait;
  settings.batch_wait_share = config.batch_wait_share;
  // One block is the engine's own.
  settings.blocks = std::max<std::int64_t>(setup.memory.kv_tokens / config.block, 2);
  settings.sequence_blocks = setup.memory.sequence_blocks(config.block);
  settings.routing = config.routing;
  set_store(setup, settings);
  return settings;
}

RequestLimit request_limit(const Setup& setup) {
  const EngineSettings settings = engine_settings(setup);
  // The last token of an answer is not kept.
  RequestLimit limit{(settings.blocks - 1 - settings.sequence_blocks) * settings.block + 1,
                     "which the cache holds"};
  if (settings.max_model_length > 0 && settings.max_model_length < limit.tokens) {
    limit = {settings.max_model_length, "as --max-model-length says"};
  }
  return limit;
}

TrafficRun run_traffic(const Setup& setup, int instances, const TrafficSpec& traffic,
                       const std::vector<StepWatcher*>& watchers, FabricExchanges* fabric) {
  auto clock = fabric != nullptr ? cost_clock(setup.deployment, fabric)
                                 : setup.clocks->take(setup.deployment);
  const auto source = traffic_of(traffic, setup.deployment);
  const EngineSettings settings = engine_settings(setup);
  std::vector<StepReads> reads = readers(setup, instances, watchers, 0);
  TrafficRun answer;
  const int groups = setup.deployment.attention_dp;
  if (traffic.autoscale) {
    answer.scaled = serve_autoscaled(*traffic.autoscale, settings, groups,
                                     clocks(*clock, instances), *source, pointers(reads));
    answer.run = std::move(answer.scaled->run);
  } else {
    answer.run =
        serve_replicas(settings, groups, clocks(*clock, instances), *source, pointers(reads));
  }
  add_front_end(setup.deployment, answer.run);
  if (fabric != nullptr) {
    answer.fabric = fabric->figures();
  } else {
    setup.clocks->give_back(std::move(clock));
  }
  answer.setups = {setup};
  answer.instances = {instances};
  answer.bytes_read = sum(reads);
  keep_settings(settings, answer);
  return answer;
}

TrafficRun run_disaggregated(const Setup& prefill, int prefill_instances, const Setup& decode,
                             int decode_instances, const TrafficSpec& traffic,
                             const std::vector<StepWatcher*>& watchers, FabricHandOver* fabric) {
  auto prompt_clock = prefill.clocks->take(prefill.deployment);
  auto answer_clock = decode.clocks->take(decode.deployment);
  const auto source = traffic_of(traffic, prefill.deployment);
  std::vector<StepReads> prompt_reads = readers(prefill, prefill_instances, watchers, 0);
  std::vector<StepReads> answer_reads =
      readers(decode, decode_instances, watchers, static_cast<std::size_t>(prefill_instances));
  const auto side = [](const Setup& setup, StepClock& clock, int instances,
                       std::vector<StepReads>& reads) {
    return Side{engine_settings(setup), setup.deployment.attention_dp, clocks(clock, instances),
                pointers(reads)};
  };
  // Prompts are where their beginnings are looked for.
  Side answers = side(decode, *answer_clock, decode_instances, answer_reads);
  answers.settings.routing = Routing::fewest;
  answers.settings.stored_blocks = 0;
  HandOver moved = hand_over(prefill.deployment, decode.deployment);
  moved.carrier = fabric;
  DisaggregatedRun run = serve_disaggregated(
      side(prefill, *prompt_clock, prefill_instances, prompt_reads), answers, moved, *source);
  prefill.clocks->give_back(std::move(prompt_clock));
  decode.clocks->give_back(std::move(answer_clock));
  TrafficRun answer;
  answer.run = std::move(run.run);
  add_front_end(prefill.deployment, answer.run);
  answer.setups = {prefill, decode};
  answer.instances = {prefill_instances, decode_instances};
  answer.disaggregated = true;
  if (fabric != nullptr) answer.fabric = fabric->figures();
  answer.hand_overs = run.hand_overs;
  answer.handed_over_bytes = run.bytes;
  answer.bytes_read = sum(prompt_reads) + sum(answer_reads);
  keep_settings(engine_settings(decode), answer);
  return answer;
}

}  // namespace jacquard::serve
