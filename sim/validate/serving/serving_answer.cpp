// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/serving_answer.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/serve/cluster/disaggregated.hpp"
#include "jacquard/serve/cluster/replicas.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/serve/traffic.hpp"
#include "systemc/serve/saturated.hpp"

namespace jacquard::validate {
namespace {

using base::Picoseconds;
using serve::Deployment;
using serve::EngineSettings;
using serve::Policy;

constexpr int kRounds = 10;  // requests of each client, as InferenceX's and aiperf's runs have
constexpr double kShortest = 0.8;
// Tokens of a step where a benchmark does not say. Measured loops of equal prompts come in smaller
// groups; half of the servers' default fits them best (docs/serve.md).
constexpr int kObservedBudget = 4096;
constexpr int kMostRequests = 1 << 17;

EngineSettings settings_of(const Deployment& d, const MeasuredServing& m) {
  EngineSettings s;
  s.policy = serve::policy_of(d.software);
  const bool whole_budget = m.drawn_lengths || m.tokens_per_s || s.policy == Policy::prefill_first;
  s.max_batched_tokens =
      m.script.max_batched_tokens.value_or(whole_budget ? serve::kStepTokens : kObservedBudget);
  s.max_sequences = 2048;
  s.prefix_caching = false;
  s.stages = d.pp;
  s.block = serve::kBlock;
  s.drafts = d.drafts.tokens;
  s.acceptance = d.drafts.acceptance;
  s.stream_interval = m.disaggregated ? 1 : m.stream_interval;
  s.batch_wait = m.disaggregated ? 0 : m.script.batch_wait;
  s.batch_wait_share = m.script.batch_wait_share;
  const double share = m.script.memory_share.value_or(serve::kMemoryShare);
  const serve::MemoryBudget budget = serve::memory_budget(d, share, s.max_batched_tokens);
  const std::int64_t fit = budget.kv_tokens / s.block;
  s.sequence_blocks = budget.sequence_blocks(s.block);
  // What ran did fit, so memory holds two requests at least.
  const std::int64_t length = (std::int64_t{m.input} + m.output) / s.block + 2 + s.sequence_blocks;
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
  return serve::serve_disaggregated(prefill.side, decode.side,
                                    serve::hand_over(m.prefill.deployment, m.side.deployment),
                                    traffic)
      .run;
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

// As `jacquard serve --policy no_evict` says it: a queue that is always full.
ServingAnswer full_queue(const MeasuredServing& m) {
  const Deployment& d = m.side.deployment;
  const EngineSettings s = settings_of(d, m);
  const std::int64_t each =
      base::divide_up(std::int64_t{m.input} + m.output, s.block) + s.sequence_blocks;
  const std::int64_t batch = std::clamp<std::int64_t>(
      s.blocks / each * d.attention_dp, 1, std::int64_t{s.max_sequences} * d.attention_dp);
  const auto clock = serve::cost_clock(d);
  const serve::QueueAnswer queue =
      serve::serve_full_queue({s, d.attention_dp, m.input, m.output, batch}, *clock);
  ServingAnswer answer;
  answer.ttft_ms = milliseconds(queue.ttft);
  answer.tpot_ms = milliseconds(queue.tpot);
  answer.tokens_per_s =
      static_cast<double>(batch) * m.output / base::to_seconds(queue.time).count();
  return answer;
}

}  // namespace

ServingAnswer answer_of(const MeasuredServing& m) {
  serve::require_divisible(m.side.deployment, m.place);
  if (m.disaggregated) serve::require_divisible(m.prefill.deployment, m.place);
  if (m.concurrency == 0) return full_queue(m);
  const int clients = m.concurrency;
  const int count = std::min(kMostRequests, clients * kRounds);
  serve::ClosedLoop traffic(requests_of(m, count), clients);
  return means_of(run_of(m, traffic), m.side.deployment.host.front_end);
}

}  // namespace jacquard::validate
