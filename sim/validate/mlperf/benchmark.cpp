// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/mlperf/benchmark.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/batch/moved_bytes.hpp"
#include "jacquard/serve/batch/static_batch.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::validate {
namespace {

using base::Picoseconds;
using serve::Setup;

constexpr int kExperts = 256;
constexpr int kMostDrafts = 3;
// DeepSeek-V3's report has 85 to 90 % for the second token; further ones are right less often.
constexpr double kAcceptance = 0.8;

Setup setup_of(const std::string& system, int npus, int drafts) {
  serve::ServeConfig config;
  config.model = "deepseek-r1";
  config.system = system;
  config.npus = npus;
  config.tp = config.pp = 1;
  config.dp = config.ep = npus;
  config.redundant_experts = (npus - kExperts % npus) % npus;
  config.precision = "fp4";
  config.kv_precision = "fp8";
  config.software = cost::Software::trtllm;
  config.input = kMlperfInput;
  config.output = kMlperfOutput;
  config.mtp = drafts;
  config.acceptance = drafts > 0 ? kAcceptance : 0;
  return serve::setup_of(config);
}

struct Clocked {
  const Setup& setup;
  std::unique_ptr<serve::StepClock> clock;
};

serve::BatchShape shape_of(const Setup& setup, std::int64_t per_npu, int input) {
  serve::BatchShape shape;
  shape.batch = per_npu * setup.npus;
  shape.input = input;
  shape.output = kMlperfOutput;
  shape.groups = setup.deployment.attention_dp;
  shape.max_batched_tokens = setup.config.max_batched_tokens;
  shape.made_by_a_step = setup.deployment.drafts.made_by_a_step();
  return shape;
}

// Prompts of the mean length, then tokens that see the mean context: that of the equal answers
// whose middle is there.
Picoseconds token_of(Clocked& c, std::int64_t per_npu) {
  const int before = kMlperfContext - kMlperfOutput / 2;
  const auto prompts = serve::static_batch(shape_of(c.setup, per_npu, kMlperfInput), *c.clock);
  const auto answers = serve::static_batch(shape_of(c.setup, per_npu, before), *c.clock);
  return Picoseconds{(prompts.prefill + answers.decode).count() / kMlperfOutput};
}

// Half as much again, and as much again, in turn: 1, 2, 3, 4, 6, 8, 12, ... and what memory holds.
std::vector<std::int64_t> batches_of(const Setup& setup) {
  const std::int64_t most = setup.most_requests(kMlperfContext) / setup.npus;
  std::vector<std::int64_t> all;
  for (std::int64_t power = 2; power <= most; power *= 2) {
    all.push_back(power);
    if (power * 3 / 2 <= most) all.push_back(power * 3 / 2);
  }
  all.push_back(most);
  return all;
}

void add_bounds(const Setup& setup, MlperfAnswer& answer) {
  const serve::Deployment& d = setup.deployment;
  const auto batch = static_cast<double>(answer.batch_per_npu);
  const double weights = serve::weights_read(d, setup.memory.weights, batch * setup.npus);
  const double keys = batch * kMlperfContext * setup.memory.kv_of_token;
  const double made = d.drafts.made_by_a_step();
  answer.bandwidth_bound =
      made * batch * d.device.memory_bandwidth.count() / (weights / setup.npus + keys);
  const double flops = workload::decode_flops(d.model, 1, kMlperfContext);
  answer.compute_bound = cost::peak_of(d.device, d.precision.experts).count() / flops;
  // In fp8 to each expert, and back in bf16.
  const double sent = 3.0 * d.model.expert_width() * d.model.experts.top_k *
                      d.model.layers_of(workload::FeedForward::experts);
  answer.link_bound = d.device.link.count() / sent;
}

}  // namespace

const std::vector<MlperfScenario>& mlperf_scenarios() {
  static const std::vector<MlperfScenario> all = {
      {"offline", std::nullopt, false},
      {"server", Picoseconds{80'000'000'000}, false},
      {"interactive", Picoseconds{15'000'000'000}, true}};
  return all;
}

const MlperfScenario& mlperf_scenario(const std::string& name) {
  std::vector<std::string> known;
  for (const MlperfScenario& scenario : mlperf_scenarios()) {
    if (scenario.name == name) return scenario;
    known.push_back(scenario.name);
  }
  base::throw_unknown_name("scenario", "a scenario of MLPerf's DeepSeek-R1", name, known);
}

std::optional<MlperfAnswer> mlperf_answer(const std::string& system, int npus,
                                          const MlperfScenario& scenario) {
  std::optional<MlperfAnswer> best;
  for (int drafts = 0; drafts <= (scenario.drafts ? kMostDrafts : 0); ++drafts) {
    const Setup setup = setup_of(system, npus, drafts);
    Clocked clocked{setup, serve::cost_clock(setup.deployment)};
    for (const std::int64_t batch : batches_of(setup)) {
      const Picoseconds token = token_of(clocked, batch);
      if (scenario.tpot && token > *scenario.tpot) continue;
      const double rate = static_cast<double>(batch) / base::to_seconds(token).count();
      if (best && rate <= best->tokens_per_s_per_npu) continue;
      best = MlperfAnswer{rate, batch, token, drafts, 0, 0, 0};
      add_bounds(setup, *best);
    }
  }
  return best;
}

}  // namespace jacquard::validate
