// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/serving_answer.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/serve/traffic.hpp"

namespace jacquard::validate {
namespace {

using base::Picoseconds;
using serve::Deployment;
using serve::EngineSettings;
using serve::Policy;

constexpr double kMemoryShare = 0.9;
constexpr int kBlock = 16;
constexpr int kRounds = 10;  // requests of each client, as InferenceX's and aiperf's runs have
constexpr double kShortest = 0.8;
// Tokens of a step where a benchmark does not say: its own default is 8,192. Measured loops of
// equal prompts come in smaller groups; half of it fits them best (docs/serve.md).
constexpr int kBudget = 8192;
constexpr int kObservedBudget = 4096;
constexpr int kMostRequests = 1 << 17;

Policy policy_of(cost::Software software) {
  if (software == cost::Software::sglang) return Policy::prefill_first;
  return software == cost::Software::trtllm ? Policy::no_evict : Policy::continuous;
}

EngineSettings settings_of(const Deployment& d, const MeasuredServing& m) {
  EngineSettings s;
  s.policy = policy_of(d.software);
  const bool whole_budget = m.drawn_lengths || m.tokens_per_s || s.policy == Policy::prefill_first;
  s.max_batched_tokens = whole_budget ? kBudget : kObservedBudget;
  s.max_sequences = 2048;
  s.prefix_caching = false;
  s.stages = d.pp;
  s.block = kBlock;
  const serve::MemoryBudget budget = serve::memory_budget(d, kMemoryShare, s.max_batched_tokens);
  const std::int64_t fit = budget.kv_tokens / kBlock;
  s.sequence_blocks = budget.sequence_blocks(kBlock);
  // What ran did fit, so memory holds two requests at least.
  const std::int64_t length = (std::int64_t{m.input} + m.output) / kBlock + 2 + s.sequence_blocks;
  s.blocks = std::max(fit, 2 * length + 1);
  return s;
}

std::vector<serve::Request> requests_of(const MeasuredServing& m, int count) {
  base::Rng rng(1, "validate serving");
  const auto length = [&](int whole) {
    if (!m.drawn_lengths) return whole;
    const int shortest = std::max(1, static_cast<int>(std::lround(kShortest * whole)));
    return static_cast<int>(rng.between(shortest, whole));
  };
  std::vector<serve::Request> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    serve::Request& request = all[static_cast<std::size_t>(i)];
    request.id = i;
    request.input = length(m.input);
    request.output = length(m.output);
  }
  return all;
}

struct Instances {
  std::unique_ptr<serve::StepClock> clock;
  serve::Side side;
};

Instances instances_of(const MeasuredSide& measured, const MeasuredServing& m) {
  Instances of;
  of.clock = serve::cost_clock(measured.deployment);
  of.side.settings = settings_of(measured.deployment, m);
  of.side.groups = measured.deployment.attention_dp;
  of.side.clocks.assign(static_cast<std::size_t>(measured.workers), of.clock.get());
  return of;
}

serve::ServerRun run_of(const MeasuredServing& m, serve::Traffic& traffic) {
  const Instances decode = instances_of(m.side, m);
  if (!m.disaggregated) {
    return serve::serve_replicas(decode.side.settings, decode.side.groups, decode.side.clocks,
                                 traffic);
  }
  const Instances prefill = instances_of(m.prefill, m);
  const Deployment& from = m.prefill.deployment;
  const Deployment& to = m.side.deployment;
  serve::HandOver hand_over;
  hand_over.bytes_of_token = serve::kv_bytes_of_token(from) * from.tp * from.pp;
  hand_over.bandwidth = from.network * std::min(from.npus(), to.npus());
  hand_over.latency = Picoseconds{20'000'000};
  return serve::serve_disaggregated(prefill.side, decode.side, hand_over, traffic).run;
}

double milliseconds(Picoseconds time) { return base::to_seconds(time).count() * 1e3; }

// Of all requests; tokens from the first second of a full house to its last.
ServingAnswer means_of(const serve::ServerRun& run, base::Seconds front_end) {
  ServingAnswer answer;
  double tokens = 0;
  for (const serve::RequestRecord& record : run.records) {
    answer.ttft_ms += milliseconds(record.ttft());
    answer.tpot_ms += milliseconds(record.tpot());
    tokens += record.output;
  }
  const auto count = static_cast<double>(run.records.size());
  answer.ttft_ms = answer.ttft_ms / count + front_end.count() * 1e3;
  answer.tpot_ms /= count;
  answer.tokens_per_s = tokens / base::to_seconds(run.end).count();
  return answer;
}

// As many clients as memory holds sequences.
int full_house(const MeasuredServing& m) {
  const EngineSettings s = settings_of(m.side.deployment, m);
  const std::int64_t blocks = (std::int64_t{m.input} + m.output) / s.block + 1;
  const std::int64_t fit = std::max<std::int64_t>(1, s.blocks / blocks);
  return static_cast<int>(std::min<std::int64_t>(fit, s.max_sequences));
}

}  // namespace

ServingAnswer answer_of(const MeasuredServing& m) {
  serve::require_divisible(m.side.deployment, m.place);
  if (m.disaggregated) serve::require_divisible(m.prefill.deployment, m.place);
  const int clients = m.concurrency > 0 ? m.concurrency : full_house(m);
  const int count = std::min(kMostRequests, clients * kRounds);
  serve::ClosedLoop traffic(requests_of(m, count), clients);
  return means_of(run_of(m, traffic), m.side.deployment.host.front_end);
}

}  // namespace jacquard::validate
