// SPDX-License-Identifier: Apache-2.0
// Drafts that a step verifies, on a server that a reader follows by hand: steps take 100 ps.
#include <catch2/catch.hpp>

#include "jacquard/serve/batch/static_batch.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/memory_budget.hpp"
#include "jacquard/workload/model_name.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

ServerRun served(const EngineSettings& settings, std::vector<Request> requests) {
  ToyClock clock;
  ListTraffic traffic(std::move(requests));
  return serve::serve(settings, 1, clock, traffic);
}

Deployment deepseek(int drafts, double acceptance) {
  Deployment d;
  d.model = workload::named_model("deepseek-v3", {"test", ""});
  d.device = cost::device_of("h200_sxm", {"test", ""});
  d.tp = 8;
  d.precision = {workload::NumberType::fp8_block, workload::NumberType::fp8_block,
                 workload::NumberType::bf16};
  d.drafts = {drafts, acceptance};
  return d;
}

double step_ms(const Deployment& d, int sequences, int keys) {
  StepLoad load;
  load.decodes = sequences;
  load.decode_keys = std::int64_t{sequences} * keys;
  return base::to_seconds(cost_clock(d)->time({&load, 1}).latency).count() * 1e3;
}

}  // namespace

// Leviathan et al., Fast Inference from Transformers via Speculative Decoding (2023), equation 1.
TEST_CASE("a step makes (1 - a^(k+1)) / (1 - a) tokens of a sequence") {
  CHECK(Drafts{}.made_by_a_step() == 1);
  CHECK(Drafts{1, 0.8}.made_by_a_step() == Approx(1.8));
  for (const int k : {2, 3, 7}) {
    for (const double a : {0.3, 0.8, 0.95}) {
      CHECK(Drafts{k, a}.made_by_a_step() == Approx((1 - std::pow(a, k + 1)) / (1 - a)));
    }
  }
}

TEST_CASE("drafts that are all right or all wrong make whole steps fewer") {
  EngineSettings settings;
  settings.drafts = 3;
  settings.acceptance = 1;
  // The first token by the prompt's step, then four by each.
  CHECK(served(settings, {request(0, 0, 10, 9)}).steps == 3);
  CHECK(served(settings, {request(0, 0, 10, 10)}).steps == 4);
  settings.acceptance = 0;
  const ServerRun none = served(settings, {request(0, 0, 10, 9)});
  CHECK(none.steps == 9);
  CHECK(none.records[0].output == 9);
}

TEST_CASE("the time per token is a step's over the tokens that a step is expected to make") {
  EngineSettings settings;
  settings.drafts = 2;
  settings.acceptance = 0.7;
  const ServerRun played = served(settings, {request(0, 0, 10, 20'001)});
  const double expected = 100 / Drafts{2, 0.7}.made_by_a_step();
  CHECK(static_cast<double>(played.records[0].tpot().count()) == Approx(expected).epsilon(0.02));
}

TEST_CASE("drafts take room in the cache, and leave it where they are wrong") {
  EngineSettings settings;
  settings.drafts = 3;
  settings.acceptance = 0;
  settings.block = 4;
  settings.blocks = 4;  // three of them usable: 12 tokens
  const ServerRun played = served(settings, {request(0, 0, 8, 5)});
  CHECK(played.most_blocks == 3);
  CHECK(played.preemptions == 0);
  CHECK(played.records[0].output == 5);
}

TEST_CASE("a static batch with drafts takes its decode steps over what each makes") {
  BatchShape shape;
  shape.batch = 4;
  shape.input = 10;
  shape.output = 101;
  ToyClock clock;
  const BatchTimes plain = static_batch(shape, clock);
  shape.made_by_a_step = 2;
  const BatchTimes drafted = static_batch(shape, clock);
  CHECK(plain.decode.count() == 100 * 100);
  CHECK(drafted.decode.count() == 100 * 100 / 2);
  CHECK(drafted.decode_steps == 50);
}

// A step reads the same weights, so it takes little longer; what it makes grows by the acceptance.
TEST_CASE("verifying a draft of DeepSeek-V3 costs less than the token that it makes") {
  const double plain = step_ms(deepseek(0, 0), 16, 1500);
  const double verified = step_ms(deepseek(1, 0.8), 16, 1500);
  CHECK(verified > plain * 62 / 61);  // the module is one more layer
  CHECK(verified / 1.8 < plain);
  CHECK(step_ms(deepseek(3, 0.8), 16, 1500) > verified);
}

// DeepSeek-V3's report counts 14B parameters for the module; 11.5B of them are not shared.
TEST_CASE("the module's layer is in memory, and keeps keys of its own") {
  const Deployment plain = deepseek(0, 0);
  const Deployment drafted = deepseek(1, 0.8);
  workload::Model with_module = plain.model;
  with_module.mtp_layers = 1;
  CHECK((weight_bytes(drafted) - weight_bytes(plain)) * 8 ==
        Approx(workload::mtp_parameters(with_module)).epsilon(0.1));
  CHECK(kv_bytes_of_token(drafted) == Approx(kv_bytes_of_token(plain) * 62 / 61));
}
