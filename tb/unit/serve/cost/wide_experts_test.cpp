// SPDX-License-Identifier: Apache-2.0
// Experts over many NPUs, against what SGLang published of 72 H100 (LMSYS, "Deploying DeepSeek with
// PD Disaggregation and Large-scale Expert Parallelism on 96 H100 GPUs", 2025-05-05).
#include <catch2/catch.hpp>

#include "jacquard/cost/expert_exchange.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/workload/drawn_experts.hpp"
#include "jacquard/workload/model_name.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;

namespace {

// 32 redundant experts make 288, which 72 divides.
Deployment on_72() {
  Deployment d;
  d.model = workload::named_model("deepseek-v3", {"test", ""});
  d.device = cost::device_of("h100_sxm", {"test", ""});
  d.software = cost::Software::sglang;
  d.host = host_times(d.software);
  d.precision = {workload::NumberType::fp8_block, workload::NumberType::fp8_block,
                 workload::NumberType::bf16};
  d.attention_dp = d.expert_ep = 72;
  d.redundant_experts = 32;
  return d;
}

double milliseconds(const Deployment& d, int sequences, int keys) {
  StepLoad load;
  load.decodes = sequences;
  load.decode_keys = std::int64_t{sequences} * keys;
  const std::vector<StepLoad> groups(static_cast<std::size_t>(d.attention_dp), load);
  return base::to_seconds(cost_clock(d)->time(groups).latency).count() * 1e3;
}

}  // namespace

// 22,282 tokens/s of a node of 8 with 256 sequences a GPU: 8 x 256 / 22,282 s = 91.9 ms. There two
// batches of 128 make 25.5 % more tokens/s than one of 256; the gain begins between 64 and 128.
TEST_CASE("a decode step of EP 72 takes what is published, in two batches and in one") {
  const Deployment one = on_72();
  Deployment two = one;
  two.two_batches = true;
  CHECK(usual_overlap(one));
  CHECK(milliseconds(two, 256, 2050) == Approx(91.9).epsilon(0.1));
  CHECK(milliseconds(one, 256, 2050) == Approx(91.9 * 1.255).epsilon(0.1));
  CHECK(milliseconds(one, 256, 2050) / milliseconds(two, 256, 2050) == Approx(1.255).epsilon(0.05));
  CHECK(milliseconds(two, 128, 2050) < milliseconds(one, 128, 2050));
  CHECK(milliseconds(two, 32, 2050) == milliseconds(one, 32, 2050));
}

TEST_CASE("tokens go to their experts by DeepEP's law where experts lie on many NPUs") {
  const Deployment d = on_72();
  REQUIRE(sends_to_experts(d));
  const std::vector<ServingOp> ops = exchange_ops(d, 256);
  REQUIRE(ops.size() == 2);
  cost::ExpertExchange exchange;
  exchange.mode = cost::ExchangeMode::low_latency;
  exchange.nodes = 9;
  exchange.hidden = 7168;
  exchange.tokens = 256;
  exchange.top_k = 8;
  exchange.experts = 288;
  exchange.network = d.network;
  CHECK(seconds_of(d, ops[0], true).count() ==
        Approx(cost::dispatch_time(d.device, exchange).count()));
  CHECK(seconds_of(d, ops[1], true).count() ==
        Approx(cost::combine_time(d.device, exchange).count()));
  Deployment gathered = d;
  gathered.exchange = TokenExchange::gather;
  CHECK(!sends_to_experts(gathered));
  Deployment node = d;
  node.attention_dp = node.expert_ep = 8;
  node.redundant_experts = 0;
  CHECK(!sends_to_experts(node));
  node.exchange = TokenExchange::deepep;
  CHECK(sends_to_experts(node));
}

TEST_CASE("copies of experts are placed and kept, and parts must divide all of them") {
  Deployment d = on_72();
  CHECK(placed_experts(d) == 288);
  const double all = weight_bytes(d);
  d.redundant_experts = 0;
  CHECK_THAT(tb::fault_of([&] {
               require_divisible(d, {"test", ""});
             }),
             Contains("/ep") && Contains("256"));
  d.attention_dp = d.expert_ep = 64;
  Deployment copied = d;
  copied.redundant_experts = 64;
  const double expert = 3.0 * 7168 * 2048;  // one byte a value
  CHECK(weight_bytes(copied) - weight_bytes(d) == Approx(58 * expert).epsilon(1e-6));
  CHECK(all < 80e9);
}

TEST_CASE("balanced devices expect equal tokens, and many tokens make them equal") {
  workload::ExpertWork work;
  work.hidden = 7168;
  work.inner = 2048;
  work.experts = 256;
  work.top_k = 8;
  work.expert_parallel = 32;
  const auto busiest_over_mean = [&](double tokens, const workload::BalancedExperts& experts) {
    work.tokens = tokens;
    double sum = 0;
    const auto deals = workload::ExpertDeals(work, experts).busiest(work.tokens);
    for (const workload::DeviceLoad& deal : deals) {
      for (const double load : deal.tokens) sum += load;
    }
    return sum / static_cast<double>(deals.size()) / (tokens * 8 / 32);
  };
  CHECK(busiest_over_mean(65536, {1.1, 0, 1}) == Approx(1).epsilon(0.02));
  CHECK(busiest_over_mean(65536, {1.1, 0, 1.15}) == Approx(1.15).epsilon(0.02));
  CHECK(busiest_over_mean(64, {1.1, 0, 1}) > 1.1);  // 16 tokens each, by chance
  work.expert_parallel = 48;
  work.tokens = 4096;
  for (const workload::DeviceLoad& deal :
       workload::ExpertDeals(work, workload::BalancedExperts{1.1, 32, 1}).busiest(work.tokens)) {
    CHECK(deal.tokens.size() == 6);  // 288 over 48
  }
}

// Mutinifni/splitwise-sim: Llama-2-70B takes 28.3 ms a token on 4 and on 8 H100 alike.
TEST_CASE("an engine without graphs takes 0.35 ms a layer at least") {
  Deployment d;
  d.model = workload::named_model("llama2-70b", {"test", ""});
  d.device = cost::device_of("h100_sxm", {"test", ""});
  d.eager = true;
  for (const int tp : {4, 8}) {
    d.tp = tp;
    StepLoad load;
    load.decodes = 1;
    load.decode_keys = 512;
    const double ms = base::to_seconds(cost_clock(d)->time({&load, 1}).latency).count() * 1e3;
    CHECK(ms == Approx(28.3).epsilon(0.05));
  }
}
