// SPDX-License-Identifier: Apache-2.0
// Micro-batches between attention and experts: the closed form against a schedule made one step
// after another, and what a replica's NPUs hold and take.
#include "jacquard/serve/cost/ping_pong.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/cost/expert_exchange.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/workload/model_name.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

// Each of the four takes the micro-batches in the order in which they come to it.
double scheduled(const PingPong& layer, int micro_batches, int layers) {
  const double takes[] = {layer.attention, layer.there, layer.experts, layer.back};
  double free[4] = {0, 0, 0, 0};
  std::vector<double> ready(static_cast<std::size_t>(micro_batches), 0);
  for (int l = 0; l < layers; ++l) {
    for (double& now : ready) {
      for (int part = 0; part < 4; ++part)
        now = free[part] = std::max(now, free[part]) + takes[part];
    }
  }
  return ready.back();
}

Deployment apart(int groups, int experts) {
  Deployment d;
  d.model = workload::named_model("qwen3-235b-a22b", {"test", ""});
  d.device = cost::device_of("h100_sxm", {"test", ""});
  d.precision = {workload::NumberType::fp8_block, workload::NumberType::fp8_block,
                 workload::NumberType::bf16};
  d.attention_dp = groups;
  d.expert_npus = d.expert_ep = experts;
  d.micro_batches = 3;
  return d;
}

double step(const Deployment& d, int sequences, int keys) {
  StepLoad load;
  load.decodes = sequences;
  load.decode_keys = std::int64_t{sequences} * keys;
  const std::vector<StepLoad> groups(static_cast<std::size_t>(d.attention_dp), load);
  return base::to_seconds(cost_clock(d)->time(groups).latency).count();
}

}  // namespace

TEST_CASE("micro-batches in turn take what a schedule of each of them takes") {
  base::Rng rng(1, "ping pong");
  for (int trial = 0; trial < 500; ++trial) {
    const PingPong layer{rng.uniform(), rng.uniform() / 2, rng.uniform(), rng.uniform() / 2};
    const int count = 1 + static_cast<int>(rng.below(6));
    const int layers = 1 + static_cast<int>(rng.below(60));
    INFO(count << " micro-batches, " << layers << " layers");
    CHECK(ping_pong_seconds(layer, count, layers) ==
          Approx(scheduled(layer, count, layers)).epsilon(1e-12));
  }
}

// MegaScale-Infer's terms: T_f of the slower side, T_c of an exchange.
TEST_CASE("so many micro-batches as the published bound says leave the slower side no pause") {
  const PingPong layer{1, 0.4, 1, 0.4};
  const int enough = 3;  // at least 2 (1 + T_c / T_f) = 2.8
  const int layers = 50;
  CHECK(ping_pong_seconds(layer, enough, layers) == Approx(1 + 2 * 0.4 + (enough * layers)));
  CHECK(ping_pong_seconds(layer, 2, layers) == Approx(layers * 2.8 + 1));
}

TEST_CASE("a step of attention and experts apart is the sum of its layers' pace and its ends") {
  Deployment d = apart(8, 16);
  d.micro_batches = 1;
  StepLoad load;
  load.decodes = 64;
  load.decode_keys = 64 * 2000;
  const workload::LayerKind kind{workload::Mixer::attention, workload::FeedForward::experts};
  const auto seconds = [&](const std::vector<ServingOp>& ops) {
    double sum = 0;
    for (const ServingOp& op : ops) sum += seconds_of(d, op, true).count();
    return sum;
  };
  const double round = seconds(token_ops(d, kind, 64)) +
                       seconds(mixer_ops(d, load, workload::Mixer::attention)) +
                       seconds(expert_ops(d, 8 * 64)) + seconds(exchange_ops(d, 64));
  const double ends = seconds(embedding_ops(d, 64)) + seconds(sampling_ops(d, 64));
  CHECK(step(d, 64, 2000) == Approx(d.model.layers * round + ends).epsilon(0.001));
  d.micro_batches = 3;
  CHECK(step(d, 64, 2000) <= d.model.layers * round + ends);
}

TEST_CASE("the exchange carries the busier side's tokens across the network") {
  // Eight groups send to four NPUs: each of these gets twice what a group sends.
  const Deployment few = apart(8, 4);
  const auto ops = exchange_ops(few, 1000);
  const auto& sent = *std::get<Communication>(ops.front().what).to_experts;
  CHECK(sent.tokens == Approx(2000));
  CHECK(sent.apart == 4);
  // Many tokens take what their bytes take at the port's rate, of which 0.927 was measured.
  cost::ExpertExchange many = sent;
  many.tokens = 1e6;
  const double bytes = 1e6 * few.model.experts.top_k * few.model.hidden * (1 + 4.0 / 128);
  CHECK(cost::dispatch_time(few.device, many).count() ==
        Approx(bytes / (0.927 * few.network.count())).epsilon(0.02));
}

TEST_CASE("NPUs of attention hold no routed experts, and those of experts nothing else") {
  const Deployment d = apart(8, 16);
  Deployment together = apart(8, 16);
  together.expert_npus = 0;
  together.attention_dp = 1;
  together.expert_ep = 1;
  // 94 layers of 128 experts, each of three matrices 4,096 x 1,536 of a byte.
  const double experts = 94.0 * 128 * 3 * 4096 * 1536;
  CHECK(weight_bytes(together) - weight_bytes(d) == Approx(experts));
  CHECK(expert_npu_bytes(d) == Approx(experts / 16));
  CHECK(replica_weight_bytes(d, weight_bytes(d)) == Approx(8 * weight_bytes(d) + experts));
  CHECK(d.npus() == 24);
}
